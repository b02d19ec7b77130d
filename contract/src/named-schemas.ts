import type { z } from 'zod'
import { apiKeySchema, mintedApiKeySchema } from './api-keys/schemas.ts'
import { changeSchema, previewSchema } from './changes/schemas.ts'
import { esgSettingsSchema } from './esg/schemas.ts'
import { temporaryFileSchema } from './exports/schemas.ts'
import {
  claimNamesSchema,
  claimSchema,
  federationSchema,
  federationSetupSchema,
  federationWarningSchema,
  groupMappingSchema,
  providerCertificateSchema,
  providerEndpointsSchema,
  relyingPartyKeySchema,
  tenantDomainSchema,
  testResultSchema,
} from './federation/schemas.ts'
import { evaluationSchema, flagFailureSchema } from './flags/schemas.ts'
import { groupSchema } from './groups/schemas.ts'
import { historyEntrySchema } from './history/schemas.ts'
import { changedJobsSchema, jobCommandSchema } from './jobs/schemas.ts'
import { logArchiveSchema } from './log-fields.ts'
import { deliverySchema, logStreamSchema, mintedLogStreamSchema } from './log-streams/schemas.ts'
import { pushSubscriptionSchema, subscriptionSchema } from './notifications/schemas.ts'
import { openModelSchema } from './open-models/schemas.ts'
import { problemSchema } from './problem-schemas.ts'
import { provisioningEventDetailSchema, provisioningSchema } from './provisioning/schemas.ts'
import { currencySchema, schemeSchema, vintageSchema } from './reference-data/currencies-schemas.ts'
import { rateSchema, uploadSchema } from './reference-data/rates-schemas.ts'
import { tagSchema } from './reference-data/tags-schemas.ts'
import { listSchema, resourceGroupSchema } from './resource-groups/schemas.ts'
import { roleSchema } from './roles/schemas.ts'
import { savedViewSchema } from './saved-views/schemas.ts'
import {
  addedFactorSchema,
  authenticatorSetupSchema,
  confirmationSchema,
  enrolledSignInSchema,
  factorSchema,
  passkeyCreationSchema,
  passkeyRequestSchema,
  pendingSignInSchema,
  resetRequestSchema,
  signInAnswerSchema,
} from './session/factors-schemas.ts'
import { sessionSchema, sessionUserSchema, signedInSchema } from './session/schemas.ts'
import { auditEntrySchema } from './audit-log/schemas.ts'
import { systemEventSchema } from './system-log/schemas.ts'
import { userChangeSchema } from './users/matching-schemas.ts'
import { userSchema } from './users/schemas.ts'

/**
 * What several operations answer, by its name in the API's document: it is described once there, and code generators make one type of it.
 * A browser never loads this.
 */
export const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  AddedFactor: addedFactorSchema,
  ApiKey: apiKeySchema,
  AuditEntry: auditEntrySchema,
  AuthenticatorSetup: authenticatorSetupSchema,
  Change: changeSchema,
  ChangedJobs: changedJobsSchema,
  ClaimNames: claimNamesSchema,
  Confirmation: confirmationSchema,
  Currency: currencySchema,
  CurrencyScheme: schemeSchema,
  Delivery: deliverySchema,
  EnrolledSignIn: enrolledSignInSchema,
  EsgSettings: esgSettingsSchema,
  Evaluation: evaluationSchema,
  ExchangeRate: rateSchema,
  Factor: factorSchema,
  Federation: federationSchema,
  FederationClaim: claimSchema,
  FederationSetup: federationSetupSchema,
  FederationTestResult: testResultSchema,
  FederationWarning: federationWarningSchema,
  FlagFailure: flagFailureSchema,
  Group: groupSchema,
  GroupMapping: groupMappingSchema,
  HistoryEntry: historyEntrySchema,
  JobCommand: jobCommandSchema,
  LogArchive: logArchiveSchema,
  LogStream: logStreamSchema,
  MintedApiKey: mintedApiKeySchema,
  MintedLogStream: mintedLogStreamSchema,
  OpenModel: openModelSchema,
  PasskeyCreation: passkeyCreationSchema,
  PasskeyRequest: passkeyRequestSchema,
  PendingSignIn: pendingSignInSchema,
  Preview: previewSchema,
  Problem: problemSchema,
  ProviderCertificate: providerCertificateSchema,
  ProviderEndpoints: providerEndpointsSchema,
  Provisioning: provisioningSchema,
  ProvisioningEventDetail: provisioningEventDetailSchema,
  PushSubscription: pushSubscriptionSchema,
  RateUpload: uploadSchema,
  RelyingPartyKey: relyingPartyKeySchema,
  ResetRequest: resetRequestSchema,
  ResourceGroup: resourceGroupSchema,
  ResourceGroupList: listSchema,
  Role: roleSchema,
  SavedView: savedViewSchema,
  Session: sessionSchema,
  SessionUser: sessionUserSchema,
  SignInAnswer: signInAnswerSchema,
  SignedIn: signedInSchema,
  Subscription: subscriptionSchema,
  SystemEvent: systemEventSchema,
  Tag: tagSchema,
  TemporaryFile: temporaryFileSchema,
  TenantDomain: tenantDomainSchema,
  User: userSchema,
  UserChange: userChangeSchema,
  Vintage: vintageSchema,
}
