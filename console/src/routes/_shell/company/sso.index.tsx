import { createFileRoute } from '@tanstack/react-router'
import { ConnectionTab } from '../../../federation/ConnectionTab.tsx'

export const Route = createFileRoute('/_shell/company/sso/')({ component: ConnectionTab })
