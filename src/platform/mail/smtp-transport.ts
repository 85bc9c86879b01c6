import { createTransport } from 'nodemailer'
import { composeMail } from './compose-mail.ts'
import type { MailTransport } from './mail-transport.ts'
import { accountFault, timeoutReason, smtpError } from './smtp-error.ts'

/** Time limits in milliseconds. */
export interface SmtpLimits {
  connection: number
  greeting: number
  /** Without a byte from the server. */
  silence: number
  /** For one mail in total. Less than the time after which its job counts as dead. */
  mail: number
}

export const defaultLimits: SmtpLimits = {
  connection: 15_000,
  greeting: 15_000,
  silence: 20_000,
  mail: 60_000,
}
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The limits in nodemailer's form, without the one for a mail in total. */
export function smtpTimeouts(limits: SmtpLimits) {
  return {
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
  }
}

export function createSmtpTransport(smtpUrl: string, limits: SmtpLimits = defaultLimits): MailTransport {
  const url = new URL(smtpUrl)
  // nodemailer prefers settings from the URL. These ones would print mails and the credentials.
  for (const name of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(name)

  const openPool = () =>
    createTransport({
      pool: true,
      url: url.href,
      maxConnections: 2,
      // The job retries. The pool only replaces a connection that the server had closed.
      maxRequeues: 1,
      // An attacker may suppress encryption to get the password. ?requireTLS=false turns this off.
      requireTLS: url.password !== '' && !loopback.has(url.hostname),
      ...smtpTimeouts(limits),
    })
  let pool = openPool()

  return {
    name: 'smtp',
    async send(mail) {
      const currentPool = pool
      let isLate = false
      // A server that sends byte by byte is never silent. The pool's other deliveries end too and retry.
      const deadline = setTimeout(() => {
        isLate = true
        if (pool === currentPool) pool = openPool()
        currentPool.close({ force: true })
      }, limits.mail)
      try {
        await currentPool.sendMail(composeMail(mail))
      } catch (error) {
        // The original error is not kept as the cause, because its details must not be logged.
        throw isLate ? accountFault(timeoutReason) : smtpError(error)
      } finally {
        clearTimeout(deadline)
      }
    },
    close() {
      pool.close()
    },
  }
}
