import { createHash } from 'node:crypto'
import { type Asset, loadThemedSheet } from '../../http/themed-assets.ts'

export interface Assets {
  /** Files by name below `assets/`. */
  files: ReadonlyMap<string, Asset>
  /** Name of the style sheet. */
  style: string
  /** The only script, inline: it applies the theme chosen in the console. */
  script: string
  /** Its hash for the content security policy. */
  scriptHash: string
}

/** Follows the theme of the console (`console/src/theme/preferences.ts`), also when it changes in another window. */
const script = `(function(){var r=document.documentElement;function f(){try{var t=localStorage.getItem('steward.theme');if(t==='light'||t==='dark')r.dataset.theme=t;else delete r.dataset.theme}catch(e){}}f();addEventListener('storage',f)})()`

export const loadAssets = (): Assets => ({
  ...loadThemedSheet(new URL('help.css', import.meta.url)),
  script,
  scriptHash: `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
})
