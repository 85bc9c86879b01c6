import { z } from 'zod'
import { SandboxRefusal } from './sandbox-refusal.ts'

/** USD alone, above nothing, in cents. */
export const amount = z
  .strictObject({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,7}\.\d{2}$/) })
  .transform(({ value }) => Number(value.replace('.', '')))
  .refine((cents) => cents > 0)

/** What PayPal asks of the texts it keeps for its callers. */
export const name = z.string().min(1).max(127)

/** What was sent, or a refusal that names the first field that is wrong. Fields that are not known are wrong too. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const details = read.error.issues.map(({ path, message }) => ({
    field: `/${path.join('/')}`,
    issue: 'INVALID_PARAMETER_VALUE',
    description: message,
  }))
  throw new SandboxRefusal(400, ...details)
}
