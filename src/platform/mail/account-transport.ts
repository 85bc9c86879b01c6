import { createTransport } from 'nodemailer'
import { connectToHost } from '../net/connect-to-host.ts'
import { composeMail } from './compose-mail.ts'
import { type MailTransport, MailTransportError } from './mail-transport.ts'
import { accountFault, timeoutReason, smtpError } from './smtp-error.ts'
import { type SmtpLimits, defaultLimits, smtpTimeouts } from './smtp-transport.ts'

/** An account at a mail server that the business entered. */
export interface MailAccount {
  host: string
  port: number
  username: string
  password: string
}

export interface MailAccountOptions {
  /** Whether the server may be in a private network. */
  allowPrivateAddresses: boolean
  /** Trusted certificate authorities, instead of Node's. */
  ca?: string | undefined
  limits?: SmtpLimits | undefined
  reach?: typeof connectToHost | undefined
}

/** The port on which a server uses TLS from the first byte. */
const tlsPort = 465

/** Sends through one account, with a new connection for each mail. */
export function createAccountTransport(account: MailAccount, options: MailAccountOptions): MailTransport {
  return {
    name: 'own account',
    async send(mail) {
      const message = composeMail(mail)
      await withConnection(account, options, (mailer) => mailer.sendMail(message))
    },
    close() {},
  }
}

/** In total less than the ten seconds within which the request has to be answered. */
const checkLimits: SmtpLimits = { connection: 8000, greeting: 8000, silence: 8000, mail: 9500 }

/** Signs in and out, and returns the result as text for the owner. */
export async function checkMailAccount(
  account: MailAccount,
  options: MailAccountOptions,
): Promise<{ ok: boolean; message: string }> {
  try {
    const limits = options.limits ?? checkLimits
    await withConnection(account, { ...options, limits }, (mailer) => mailer.verify())
    return { ok: true, message: `Signed in to ${account.host} as ${account.username}. Nothing was sent.` }
  } catch (error) {
    if (!(error instanceof MailTransportError)) throw error
    return { ok: false, message: error.message }
  }
}

type Mailer = ReturnType<typeof mailerOn>

/** Connects within the time limits. Every failure becomes a MailTransportError with our own message. */
async function withConnection(
  account: MailAccount,
  options: MailAccountOptions,
  work: (mailer: Mailer) => Promise<unknown>,
): Promise<void> {
  const { limits = defaultLimits, reach = connectToHost } = options
  const { host, port } = account
  const deadlineController = new AbortController()
  const abort = () => deadlineController.abort(accountFault(timeoutReason))
  const deadline = setTimeout(abort, limits.mail)
  const connectDeadline = setTimeout(abort, limits.connection)
  try {
    const allowPrivate = options.allowPrivateAddresses
    const socket = await reach({ host, port, allowPrivate, signal: deadlineController.signal })
    clearTimeout(connectDeadline)
    // Makes every operation on the socket fail.
    deadlineController.signal.addEventListener('abort', () => socket.destroy())
    await work(mailerOn(socket, account, options))
  } catch (error) {
    // The original error is not kept as the cause, because its details must not be logged.
    throw deadlineController.signal.aborted ? accountFault(timeoutReason) : smtpError(error, account)
  } finally {
    clearTimeout(deadline)
    clearTimeout(connectDeadline)
  }
}

function mailerOn(
  connection: Awaited<ReturnType<typeof connectToHost>>,
  { host, port, username, password }: MailAccount,
  { ca, limits = defaultLimits }: MailAccountOptions,
) {
  return createTransport({
    connection,
    // Only used to check the certificate: the connection is already open.
    host: host.replace(/\.$/, ''),
    port,
    secure: port === tlsPort,
    requireTLS: port !== tlsPort,
    tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    auth: { user: username, pass: password },
    // Otherwise a server without sign-in would take the mail, and the test would report a sign-in.
    forceAuth: true,
    ...smtpTimeouts(limits),
  })
}
