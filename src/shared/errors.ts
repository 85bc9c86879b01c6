/** All errors that a request can get: code → HTTP status and a short title. */
export const errorTable = {
  BAD_REQUEST: { status: 400, title: 'The request could not be understood' },
  MALFORMED_JSON: { status: 400, title: 'The request is not valid JSON' },
  VALIDATION_FAILED: { status: 422, title: 'Some fields need another look' },
  WEAK_PASSWORD: { status: 422, title: 'Choose a stronger password' },
  INVALID_FILE_TYPE: { status: 422, title: 'Invalid file type' },
  INVALID_SIGNATURE: { status: 400, title: 'Signature refused' },
  INVALID_RESET_LINK: { status: 400, title: 'Reset Link Error' },
  INVALID_VERIFICATION_LINK: { status: 400, title: 'Verification Link Error' },
  INVALID_CREDENTIALS: { status: 401, title: 'Login Failed' },
  NOT_SIGNED_IN: { status: 401, title: 'Please Sign In' },
  WRONG_PASSWORD: { status: 403, title: 'Wrong password' },
  CONFIRMATION_NEEDED: { status: 403, title: 'Confirm it’s you' },
  PORTAL_CODE_NEEDED: { status: 403, title: 'Confirm it’s you' },
  PORTAL_CODE_WRONG: { status: 403, title: 'Wrong code' },
  PREVIEW_ONLY: { status: 403, title: 'This is a preview' },
  PASSWORD_CHANGE_REQUIRED: { status: 403, title: 'Change your password first' },
  ALREADY_MEMBER: { status: 409, title: 'Already a Member' },
  INVITATION_OVER: { status: 410, title: 'Invitation No Longer Valid' },
  WRONG_ADDRESS: { status: 403, title: 'Another Address Was Invited' },
  OWNER_STAYS: { status: 409, title: 'The Owner Stays' },
  OFFER_OPEN: { status: 409, title: 'Already Offered' },
  OFFER_OVER: { status: 409, title: 'Offer No Longer Valid' },
  TOO_MANY_BUSINESSES: { status: 409, title: 'Too Many Businesses' },
  TOO_MANY_CATEGORIES: { status: 409, title: 'Too Many Categories' },
  NOT_RENAMABLE: { status: 409, title: 'This One Stays' },
  UNDO_OVER: { status: 409, title: 'Can’t Be Undone' },
  NOT_A_MEMBER: { status: 403, title: 'Not a Member' },
  FORBIDDEN: { status: 403, title: 'Access Denied' },
  SUSPENDED: { status: 403, title: 'Account suspended' },
  DEMO_PAYMENTS_OFF: { status: 403, title: 'Demo payments are off' },
  PLAN_LIMIT_REACHED: { status: 403, title: 'Plan limit reached' },
  PLAN_REQUIRED: { status: 403, title: 'Not in your plan' },
  WRONG_ORIGIN: { status: 403, title: 'Request from another site' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  EMAIL_TAKEN: { status: 409, title: 'Address in use' },
  NUMBER_TAKEN: { status: 409, title: 'Number in use' },
  NAME_TAKEN: { status: 409, title: 'Name in use' },
  OWN_ACCOUNT: { status: 409, title: 'This is your own account' },
  LAST_ADMIN: { status: 409, title: 'The last administrator' },
  STILL_ADMIN: { status: 409, title: 'Still an administrator' },
  CLIENT_IN_USE: { status: 409, title: 'This client is in use' },
  CLIENT_MERGED: { status: 409, title: 'Already merged' },
  ALREADY_VERIFIED: { status: 409, title: 'Already verified' },
  NOT_SENDABLE: { status: 409, title: 'Cannot be sent again' },
  CHANGED_ELSEWHERE: { status: 409, title: 'Changed elsewhere' },
  PERIOD_CLOSED: { status: 409, title: 'Closed period' },
  CURRENCY_FIXED: { status: 409, title: 'Home currency is fixed' },
  APPROVAL_NEEDED: { status: 409, title: 'Waits for approval' },
  NOT_WAITING: { status: 409, title: 'Doesn’t wait for approval' },
  INVOICE_PAID: { status: 409, title: 'Already paid' },
  INVOICE_NUMBERED: { status: 409, title: 'Its number is in use' },
  INVOICE_CREDITED: { status: 409, title: 'A credit note exists' },
  INVOICE_CANCELLED: { status: 409, title: 'Canceled' },
  ESTIMATE_DECIDED: { status: 409, title: 'Already answered' },
  ESTIMATE_EXPIRED: { status: 409, title: 'No longer valid' },
  ESTIMATE_INVOICED: { status: 409, title: 'Invoices exist' },
  NOT_CREDITABLE: { status: 409, title: 'Needs no credit note' },
  INVOICE_HAS_PAYMENTS: { status: 409, title: 'Payments were received' },
  ALREADY_BILLED: { status: 409, title: 'Already billed' },
  TIMER_RUNNING: { status: 409, title: 'A timer is running' },
  INVOICE_DISPUTED: { status: 409, title: 'Payment disputed' },
  PAYMENT_UNDER_WAY: { status: 409, title: 'A payment is on its way' },
  NOTHING_TO_SEND: { status: 409, title: 'Nothing to send' },
  NOTHING_TO_PAY: { status: 409, title: 'Nothing to pay' },
  NOT_REFUNDABLE: { status: 409, title: 'Cannot be refunded' },
  ALREADY_CONNECTED: { status: 409, title: 'Already connected' },
  NOT_CONNECTED: { status: 409, title: 'Not connected' },
  NOT_UNDOABLE: { status: 409, title: 'Cannot be undone' },
  NOT_EMPTY: { status: 409, title: 'This account has data' },
  BODY_TOO_LARGE: { status: 413, title: 'Too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported content type' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many attempts' },
  INTERNAL: { status: 500, title: 'Something went wrong' },
  NOT_CONFIGURED: { status: 501, title: 'Not configured' },
  CARD_PROVIDER_FAILED: { status: 502, title: 'Payment Error' },
  BANK_PROVIDER_FAILED: { status: 502, title: 'Connection Failed' },
  UNAVAILABLE: { status: 503, title: 'Not available right now' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorTable
export type FieldErrors = Record<string, string>

interface AppErrorOptions {
  fields?: FieldErrors | undefined
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function invalidField(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
}

/** The response body of every failed request (application/problem+json). */
export interface Problem {
  code: ErrorCode
  title: string
  status: number
  message: string
  fields?: FieldErrors
  requestId: string
}

/** The refusal of a value, shown beside its field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: message } })
}
