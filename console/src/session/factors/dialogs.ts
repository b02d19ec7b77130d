/** What the user settings open: one file, because small ones cost more in the list of files than they save. */
export { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
export { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
export { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
export { RenameFactorDialog } from './RenameFactorDialog.tsx'
