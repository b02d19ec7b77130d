import { z } from 'zod'

/** Where messages of one kind go, by binding; answers where they go elsewhere. */
const bindingsSchema = z.strictObject({
  redirect: z.string().optional(),
  post: z.string().optional(),
  redirectAnswer: z.string().optional(),
  postAnswer: z.string().optional(),
})
export type Bindings = z.output<typeof bindingsSchema>

/** What SAML keeps of a provider's metadata, beside what all protocols have. */
export const detailsSchema = z.strictObject({
  signIn: bindingsSchema,
  logout: bindingsSchema,
  /** The provider refuses requests without a signature. */
  wantsSignedRequests: z.boolean(),
})
export type SamlDetails = z.output<typeof detailsSchema>
