import { catalogText } from '@steward/contract/catalog/texts'
import { permissionWords } from '@steward/contract/rules/permission-words'

/** A permission's name as a label: `Navigation.UserManagement` → "User management". */
export const permissionLabel = (name: string): string => catalogText(permissionWords(name))
