import type { PaymentIntent } from './sandbox-objects.ts'

interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: PaymentIntent
}

/** An error in the provider's format, with its status. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string } = {},
): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', message, ...details })
}

/** `param` names the parameter with the id: `id` for the path, else a field of the form. */
export function noSuch(what: string, id: string, param = 'id'): SandboxError {
  const message = `No such ${what.replaceAll(/[._]/g, ' ')}: '${id}'`
  const body = { type: 'invalid_request_error', code: 'resource_missing', message, param } as const
  return new SandboxError(param === 'id' ? 404 : 400, body)
}

/** The error of a declined card. Changes so far are kept: the failed charge is part of the record. */
export function cardError(intent: PaymentIntent, charge: string | undefined): SandboxError {
  const error = intent.last_payment_error
  return new SandboxError(402, {
    type: 'card_error',
    message: error?.message ?? 'Your card was declined.',
    code: error?.code ?? 'card_declined',
    ...(error?.decline_code ? { decline_code: error.decline_code } : {}),
    ...(charge ? { charge } : {}),
    payment_intent: intent,
  })
}
