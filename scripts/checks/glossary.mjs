// The glossary of German and Japanese: a text whose English has a term has the term's translation, and never another word for it.
// docs/developers/languages.md explains the terms.
import { baseLocale, readCatalog, textsOf } from '../lib/catalog.mjs'
import { areaOfKey } from '../lib/message-areas.mjs'

/** @type {({ english: RegExp } & Record<string, RegExp>)[]} */
const terms = [
  { english: /\bsign(ed|ing)? in\b|\bsign-ins?\b/i, de: /anmeld|angemeldet|melde[nt]?\b/i, ja: /サインイン/ },
  { english: /\bsign(ed|ing)? out\b|\bsign-out\b/i, de: /abmeld|abgemeldet/i, ja: /サインアウト/ },
  { english: /\btenants?\b/i, de: /Mandant/, ja: /テナント/ },
  { english: /\broles?\b/i, de: /Rolle/, ja: /ロール/ },
  { english: /\bpermissions?\b/i, de: /Berechtigung|Erlaubnis/, ja: /権限|許可/ },
  { english: /\bquotas?\b/i, de: /kontingent/i, ja: /クォータ/ },
  { english: /\blicenses?\b/i, de: /lizenz/i, ja: /ライセンス/ },
  { english: /\b(?<!de)provisioning\b/i, de: /bereitstellung/i, ja: /プロビジョニング/ },
  { english: /\bdeprovisioning limit\b/i, de: /Bereitstellungsbremse/, ja: /プロビジョニング解除の上限/ },
  { english: /\bidentity provider\b/i, de: /Identitätsanbieter/, ja: /ID プロバイダー/ },
  { english: /\bemergency administrator\b/i, de: /Notfalladministrator/, ja: /緊急用管理者/ },
  { english: /\boperator\b/i, de: /Betreiber/, ja: /運用担当者/ },
  { english: /\bdry run\b/i, de: /Probelauf/, ja: /テスト実行/ },
  { english: /\brevoked?\b/i, de: /widerruf/i, ja: /失効/ },
  { english: /\bAPI keys?\b/i, de: /API-Schlüssel/, ja: /API キー/ },
  { english: /\baudit log\b/i, de: /Audit-Protokoll/, ja: /監査ログ/ },
  { english: /\bresource groups?\b/i, de: /Ressourcengruppe/, ja: /リソースグループ/ },
  { english: /\bsingle sign-on\b/i, de: /Single Sign-On|SSO/, ja: /シングルサインオン/ },
]

/** Other words for these terms, which are not used. @type {Record<string, { pattern: RegExp, instead: string }[]>} */
const unused = {
  de: [
    { pattern: /\beinloggen|\bLogin\b/, instead: 'anmelden, Anmeldung' },
    { pattern: /\bLeuten?\b/, instead: 'Benutzer, Personen' },
    { pattern: /nachgewiesen|Nachweis/, instead: 'bestätigt, Bestätigung' },
    { pattern: /\b(an(zu)?legen|angelegt)\b/, instead: 'erstellen' },
    { pattern: /abgewiesen/i, instead: 'abgelehnt' },
    { pattern: /\bschon\b/i, instead: 'bereits' },
    { pattern: /\bvon selbst\b/, instead: 'automatisch' },
    { pattern: /\bGeschichte\b/, instead: 'Verlauf' },
    { pattern: /Notfall-Admin/, instead: 'Notfalladministrator' },
    { pattern: /\bZuteilung\b/, instead: 'Aufteilung' },
    { pattern: /Zugriff (zu )?nehmen|nimmt .*Zugriff/, instead: 'Zugriff entziehen' },
    { pattern: /zurücknehmen/, instead: 'rückgängig machen' },
    { pattern: /(\d|\}) %|z\. B\.| …/, instead: 'a space that does not break' },
  ],
  ja: [
    { pattern: /ログイン/, instead: 'サインイン' },
    { pattern: /デフォルト/, instead: '既定' },
    { pattern: /運用者/, instead: '運用担当者' },
    { pattern: /証明済み/, instead: '確認済み' },
    { pattern: /この人(?!数)/, instead: 'ユーザー' },
    { pattern: /累積/, instead: '集積' },
    { pattern: /[\p{Lo}\p{Lm}\p{Pe}][:?](?![\w/])|[\p{Lo}] ?\(/u, instead: '：, ？, （）' },
  ],
}

/** @returns {string[]} one sentence for each text without its term, and for each word not used */
export function glossaryFaults() {
  const base = readCatalog(baseLocale)
  return Object.entries(unused).flatMap(([locale, words]) => {
    const translation = readCatalog(locale)
    return Object.entries(base).flatMap(([key, message]) => {
      const translated = translation[key]
      if (translated === undefined || key.startsWith('palette_words_')) return []
      const english = textsOf(message)
        .join('\n')
        .replaceAll(/\{\w+\}/g, '')
      const text = textsOf(translated).join('\n')
      const missing = terms.filter((term) => term.english.test(english) && !term[locale]?.test(text))
      return [
        ...missing.map((term) => `lacks ${term[locale]?.source}, for ${term.english.source}`),
        ...words.flatMap(({ pattern, instead }) => (pattern.test(text) ? [`has “${pattern.exec(text)?.[0]}” (better: ${instead})`] : [])),
      ].map((fault) => `contract/messages/${areaOfKey(key)}/${locale}.json: ${key}: ${fault}`)
    })
  })
}
