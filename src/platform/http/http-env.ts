import type { Logger } from 'pino'

export interface HttpEnv {
  Variables: { requestId: string; log: Logger; ip: string; refusal?: string }
}
