/** Saves data as a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download keeps its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** `users-2026-03-14.csv`, with the date in local time. */
export function datedName(name: string, extension: string, now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${name}-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.${extension}`
}

/** CSV for spreadsheets (RFC 4180), with a byte order mark so that Excel reads it as UTF-8. */
export function csvFile(lines: readonly (readonly string[])[]): Blob {
  const cell = (text: string) => {
    // Spreadsheets run a cell that starts like this as a formula (OWASP, "CSV Injection").
    const safe = /^[=+\-@|\t\r]/.test(text) ? `'${text}` : text
    return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return new Blob([`\uFEFF${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`], { type: 'text/csv;charset=utf-8' })
}
