import { z } from 'zod'
import { queryBoolean } from '../fields.ts'
import { signedInSchema } from '../session/schemas.ts'
import { exactText, keyText, lineText } from '../text.ts'
import { testResultSchema } from './schemas.ts'

const tenantName = keyText(64).meta({ example: 'demo' })

export const federatedSignInParams = z.strictObject({ tenantName })

export const federatedSignInQuery = z.strictObject({ isTestIdp: queryBoolean.optional(), loginHint: lineText(254).optional() })

export const federatedSignInResponse = z.strictObject({ location: z.string() })

export const verifyAuthCodeQuery = z.strictObject({
  code: exactText(200).min(1),
  tenantName,
  adminGroupName: lineText(256).optional().meta({ description: 'If given, must be the configured one' }),
})

export const verifyAuthCodeResponse = z.union([signedInSchema, z.strictObject({ test: testResultSchema })])

export const federatedSignOutResponse = z.strictObject({ location: z.string().nullable() })
