import { z } from 'zod'
import { SandboxRefusal } from './sandbox-refusal.ts'

/** A positive amount in USD, converted to cents. */
export const amount = z
  .strictObject({ currency_code: z.literal('USD'), value: z.string().regex(/^\d{1,7}\.\d{2}$/) })
  .transform(({ value }) => Number(value.replace('.', '')))
  .refine((minor) => minor > 0)

/** PayPal's limit for texts that it stores for its callers. */
export const name = z.string().min(1).max(127)

/** Parses the body, or throws a refusal that names the invalid fields. Unknown fields are invalid too. */
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
