import type { Context } from 'hono'
import type { z } from 'zod'
import { type FieldErrors, AppError, invalidField } from '../../shared/errors.ts'

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'This field isn’t recognized.'
    } else {
      fields[issue.path.join('.')] ??= issue.message
    }
  }
  return fields
}

/** Whether the value contains an object whose `length` is not a number. */
function hasInvalidLength(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isInvalid = 'length' in value && typeof value.length !== 'number'
  return isInvalid || Object.values(value).some(hasInvalidLength)
}

/** zod compares the length of every value that has one, and throws if it cannot be compared. */
function check<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  try {
    return schema.safeParse(value)
  } catch (cause) {
    if (!hasInvalidLength(value)) throw cause
    throw new AppError('VALIDATION_FAILED', 'Please check what you entered.', { cause })
  }
}

export function parseInput<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
): z.output<S> | undefined {
  if (!schema) return undefined
  const result = check(schema, value)
  if (result.success) {
    refuseUnstorable(result.data)
    return result.data
  }
  const fields = fieldErrors(result.error)
  const [first] = Object.values(fields)
  throw new AppError('VALIDATION_FAILED', first ?? 'Please check what you entered.', { fields })
}

/** Returns the path of a string that Postgres cannot store: with a NUL or a lone surrogate. */
function findUnstorable(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const found = findUnstorable(part, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function refuseUnstorable(value: unknown): void {
  const field = findUnstorable(value, '')
  if (field !== undefined) throw invalidField(field, 'This text contains a character that can’t be saved.')
}

/** An invalid id gets the same error as an unknown one. */
export function parseParams<S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
): z.output<S> | undefined {
  const result = schema?.safeParse(value)
  if (result?.error) throw new AppError('NOT_FOUND', 'There is nothing at this address.')
  return result?.data
}

export async function readJson(context: Context): Promise<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This address accepts application/json.')
  }
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('MALFORMED_JSON', 'The request is not valid JSON.', { cause })
  }
}
