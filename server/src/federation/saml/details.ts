import { z } from 'zod'

/** The URLs for messages of one kind, by binding, with separate URLs for responses if there are any. */
const bindingsSchema = z.strictObject({
  redirect: z.string().optional(),
  post: z.string().optional(),
  redirectAnswer: z.string().optional(),
  postAnswer: z.string().optional(),
})
export type Bindings = z.output<typeof bindingsSchema>

/** The SAML-specific part of a provider's metadata. */
export const detailsSchema = z.strictObject({
  signIn: bindingsSchema,
  logout: bindingsSchema,
  /** The provider refuses unsigned requests. */
  wantsSignedRequests: z.boolean(),
  /** The NameID formats that the provider lists; empty or undefined if it lists none. */
  nameIdFormats: z.array(z.string()).optional(),
})
export type SamlDetails = z.output<typeof detailsSchema>
