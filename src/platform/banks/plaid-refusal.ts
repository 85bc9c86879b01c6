import { z } from 'zod'

/** What the client throws. Everything else in it, the keys among it, is left alone. */
const refusalSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error_code: z.string(), error_type: z.string() }).optional().catch(undefined),
  }),
})

/** What Plaid answered instead of what was asked for; undefined when it gave no answer. */
export const readRefusal = (error: unknown) => refusalSchema.safeParse(error).data?.response
