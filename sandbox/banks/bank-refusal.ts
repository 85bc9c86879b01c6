import { randomBytes } from 'node:crypto'

const kinds = {
  INVALID_API_KEYS: ['INVALID_INPUT', 'invalid client_id or secret provided'],
  INVALID_ACCESS_TOKEN: ['INVALID_INPUT', 'could not find matching access token'],
  INVALID_PUBLIC_TOKEN: ['INVALID_INPUT', 'could not find matching public token'],
  INVALID_LINK_TOKEN: ['INVALID_INPUT', 'could not find matching link token'],
  INVALID_INSTITUTION: ['INVALID_INPUT', 'invalid institution_id provided'],
  INVALID_WEBHOOK_VERIFICATION_KEY_ID: ['INVALID_INPUT', 'could not find matching webhook verification key'],
  INVALID_BODY: ['INVALID_REQUEST', 'body could not be parsed as JSON'],
  INVALID_FIELD: ['INVALID_REQUEST', 'a field is not valid'],
  MISSING_FIELDS: ['INVALID_REQUEST', 'a required field is missing'],
  UNKNOWN_FIELDS: ['INVALID_REQUEST', 'a field is not recognized by this endpoint'],
  NOT_FOUND: ['INVALID_REQUEST', 'the requested path was not found'],
  ITEM_LOGIN_REQUIRED: [
    'ITEM_ERROR',
    "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
  ],
  INTERNAL_SERVER_ERROR: ['API_ERROR', 'an unexpected error occurred'],
} as const

type RefusalCode = keyof typeof kinds

/** An error in Plaid's format. */
export class BankRefusal extends Error {
  override readonly name = 'BankRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string = kinds[code][1]) {
    super(message)
    this.code = code
  }

  get status(): 400 | 404 | 500 {
    if (this.code === 'INTERNAL_SERVER_ERROR') return 500
    return this.code === 'NOT_FOUND' ? 404 : 400
  }

  /** The error as the state of an item shows it. A response also carries a request id. */
  get body(): object {
    return {
      error_type: kinds[this.code][0],
      error_code: this.code,
      error_message: this.message,
      display_message: null,
      documentation_url: '',
      suggested_action: null,
    }
  }
}

export function newRequestId(): string {
  return randomBytes(8).toString('hex').slice(0, 15)
}
