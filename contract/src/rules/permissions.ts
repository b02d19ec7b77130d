export type { PermissionName } from './permission-names.ts'
