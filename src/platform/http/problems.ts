import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Problem, AppError, errorTable } from '../../shared/errors.ts'
import { isDatabaseUnavailable, isDiskFull, isTimeLimit } from '../db/unavailable.ts'
import { FileStoreError } from '../files/file-store.ts'
import type { HttpEnv } from './http-env.ts'

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HTTPException && error.status < 500) {
    return new AppError('BAD_REQUEST', 'The request could not be understood.', { cause: error })
  }
  const unavailable = (message: string, retryAfterSeconds: number) =>
    new AppError('UNAVAILABLE', message, { cause: error, retryAfterSeconds })
  if (isTimeLimit(error))
    return unavailable(
      'This took too long, so it was stopped and nothing was changed. Please try again in a minute.',
      60,
    )
  if (isDatabaseUnavailable(error))
    return unavailable('The database isn’t responding right now. Please try again in a moment.', 5)
  if (error instanceof FileStoreError)
    return unavailable('The store for files isn’t responding right now. Please try again in a moment.', 5)
  if (isDiskFull(error))
    return unavailable(
      'The server is out of space, so nothing can be saved right now. Please try again later.',
      60,
    )
  return new AppError('INTERNAL', 'Something went wrong on our side. Please try again.', { cause: error })
}

/** Converts every error into a response. Nothing else does. */
export function answerWithProblem(error: unknown, context: Context<HttpEnv>): Response {
  const refusal = toAppError(error)
  const { status, title } = errorTable[refusal.code]
  const requestId = context.get('requestId')
  context.set('refusal', refusal.code)
  if (status >= 500)
    context.get('log').error({ err: refusal.cause ?? refusal, code: refusal.code }, 'request failed')
  const problem: Problem = {
    code: refusal.code,
    title,
    status,
    message: refusal.message,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    requestId,
  }
  context.header('cache-control', 'no-store')
  if (refusal.retryAfterSeconds) context.header('retry-after', String(refusal.retryAfterSeconds))
  return context.body(JSON.stringify(problem), status as ContentfulStatusCode, {
    'content-type': 'application/problem+json',
  })
}
