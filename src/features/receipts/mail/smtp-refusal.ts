import { AppError, type ErrorCode } from '../../../shared/errors.ts'

/** What the sender's mail server is told. From 500 on it gives up, below it tries again later. */
export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal'
  readonly responseCode: number

  constructor(responseCode: number, sentence: string) {
    super(sentence)
    this.responseCode = responseCode
  }
}

const codes: Partial<Record<ErrorCode, number>> = {
  PLAN_REQUIRED: 550,
  TOO_MANY_REQUESTS: 452,
  UNAVAILABLE: 451,
}

/** The refusal that an error stands for. Undefined for an unexpected error. */
export function refusalOf(error: unknown): SmtpRefusal | undefined {
  if (error instanceof SmtpRefusal) return error
  if (!(error instanceof AppError)) return undefined
  const code = codes[error.code]
  // Replies are ASCII.
  return code === undefined ? undefined : new SmtpRefusal(code, error.message.replaceAll('’', "'"))
}
