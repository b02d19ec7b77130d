/** A permission's name in English words, for the catalog: `Navigation.UserManagement` → "User management", `Admin.ConfigureSSO` → "Configure SSO". */
export function permissionWords(name: string): string {
  const words = name
    .replace(/^\w+\./, '')
    .replace(/WithFeatureFlags$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
  return words.map((word, index) => (index === 0 || /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase())).join(' ')
}
