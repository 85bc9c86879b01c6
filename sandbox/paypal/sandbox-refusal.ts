const names = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: ['AUTHENTICATION_FAILURE', 'Authentication failed due to invalid authentication credentials.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
} as const

interface Detail {
  issue: string
  description: string
  field?: string
}

/** An error in PayPal's format, with its status. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly status: keyof typeof names
  readonly details: readonly Detail[]

  constructor(status: keyof typeof names, ...details: Detail[]) {
    super(details[0]?.issue ?? names[status][0])
    this.status = status
    this.details = details
  }

  body(): object {
    const [name, message] = names[this.status]
    return { name, message, debug_id: debugId(), details: this.details, links: [] }
  }
}

export function debugId(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 13)
}

export function unprocessable(issue: string, description: string): SandboxRefusal {
  return new SandboxRefusal(422, { issue, description })
}

export function notFound(): SandboxRefusal {
  const description = 'Specified resource ID does not exist. Please check the resource ID and try again.'
  return new SandboxRefusal(404, { issue: 'INVALID_RESOURCE_ID', description })
}
