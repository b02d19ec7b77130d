import type { Language } from '@steward/contract/languages'
import * as m from '@steward/contract/paraglide/messages'

/** The content of an email: one heading, one call to action. */
export interface MailBody {
  subject: string
  heading: string
  /** Paragraphs above and below the button. */
  before: string[]
  button: { label: string; url: string }
  after: string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, also inside attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

/** The email as plain text. */
export function toText(body: MailBody, company: string, language: Language): string {
  const paragraphs = [...body.before, `${body.button.label}:\n${body.button.url}`, ...body.after]
  return `${body.heading}\n\n${paragraphs.join('\n\n')}\n\n-- \n${m.mail_footer({ company }, { locale: language })}\n`
}

const font =
  "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,'Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic',Meiryo,sans-serif"

/** The email as HTML, with inline styles, because many clients drop the rest; the style sheet only changes colors for dark mode. */
export function toHtml(body: MailBody, company: string, language: Language): string {
  const paragraph = (text: string, style = '') => `<p class="text" style="margin:0 0 16px;color:#1f2a33;${style}">${escapeHtml(text)}</p>`
  const url = escapeHtml(body.button.url)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(body.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0e1215 !important; }
  .card { background: #14181c !important; border-color: #2b333a !important; }
  .text, .heading { color: #e6eaed !important; }
  .muted, .muted a { color: #9fb0bc !important; }
  .button { background: #59c1dc !important; color: #05232c !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:32px 16px;background:#f3f6f8;${font};font-size:15px;line-height:1.55">
<div class="card" style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d9e1e7;border-radius:8px;word-break:break-word;overflow-wrap:anywhere">
<p class="muted" style="margin:0 0 24px;font-size:13px;font-weight:600;color:#586874">${escapeHtml(company)}</p>
<h1 class="heading" style="margin:0 0 20px;font-size:20px;line-height:1.3;font-weight:600;color:#0f1a21">${escapeHtml(body.heading)}</h1>
${body.before.map((text) => paragraph(text)).join('\n')}
<p style="margin:24px 0"><a class="button" href="${url}" style="display:inline-block;padding:12px 20px;background:#0a6480;color:#ffffff;text-decoration:none;font-weight:600;border-radius:6px">${escapeHtml(body.button.label)}</a></p>
${body.after.map((text) => paragraph(text)).join('\n')}
<p class="muted" style="margin:24px 0 0;font-size:13px;color:#586874">${escapeHtml(m.mail_link_hint({}, { locale: language }))}<br><a href="${url}" style="color:#586874;word-break:break-all">${url}</a></p>
</div>
<p class="muted" style="max-width:520px;margin:16px auto 0;font-size:12px;color:#586874">${escapeHtml(m.mail_footer({ company }, { locale: language }))}</p>
</body>
</html>
`
}
