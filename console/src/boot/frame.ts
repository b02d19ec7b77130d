/** Where the browser keeps the menu between visits. */
export const frameKey = 'steward.frame'

/** The menu as `boot.ts` paints it before the console's code is there. Nothing personal: labels and addresses. */
export interface RememberedFrame {
  language: string
  /** Empty for a person without a side menu. */
  groups: {
    label?: string | undefined
    /** The path of an application outside the console is empty. */
    entries: { path: string; title: string }[]
  }[]
}
