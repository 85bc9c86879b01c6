import type { NodemailerError } from 'nodemailer'
import { AddressRefused, HostNotFound } from '../net/public-address.ts'
import { MailTransportError } from './mail-transport.ts'

const maxReplyLength = 300

export const timeoutReason = 'The email server didn’t answer in time.'
const noTlsReason = 'The email server offered no secure connection (TLS).'

// A server may quote what it refuses, including a secret link.
function replyOf(error: NodemailerError): string {
  const reply = (error.response ?? '').replaceAll(/https?:\S+/gi, '[link]')
  // Removes control characters, which the database cannot all store.
  return reply
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, maxReplyLength)
}

// Every property that nodemailer adds to an error is optional.
function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error
}

function temporaryFailure(message: string): MailTransportError {
  return new MailTransportError(message, { permanent: false })
}

/** An error that is not caused by this mail. */
export function accountFault(message: string): MailTransportError {
  return new MailTransportError(message, { permanent: false, isAccountFault: true })
}

/** Quotes no reply during sign-in, which may repeat the credentials. `server` is one the reader chose. */
export function smtpError(error: unknown, server?: { host: string; port: number }): MailTransportError {
  if (error instanceof HostNotFound || error instanceof AddressRefused) return accountFault(error.message)
  if (!isNodemailerError(error)) return temporaryFailure('The email couldn’t be sent.')
  switch (error.code) {
    case 'EENVELOPE':
    case 'EMESSAGE':
      return refusal(error)
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return accountFault(signInReason(error))
    case 'ETIMEDOUT':
      return accountFault(timeoutReason)
    case 'ETLS':
      return accountFault(noTlsReason)
    default:
      return accountFault(connectionReason(error.originalCode ?? error.code ?? '', server))
  }
}

function refusal(error: NodemailerError): MailTransportError {
  if (error.responseCode === undefined) {
    return new MailTransportError(`The email can’t be sent: ${error.message}.`, { permanent: true })
  }
  // A refused sender can be fixed by changing the account, so another try makes sense.
  if (error.command === 'MAIL FROM' || isAboutSender(error))
    return accountFault(`The email server refused the sender: ${replyOf(error)}`)
  return error.permanent
    ? new MailTransportError(`The email server refused the message: ${replyOf(error)}`, { permanent: true })
    : temporaryFailure(`The email server deferred the message: ${replyOf(error)}`)
}

/** Postfix refuses a sender after the recipient, Exchange after the whole mail, both with a code 5.7.x. */
function isAboutSender({ permanent, response = '' }: NodemailerError): boolean {
  return permanent === true && /\b5\.7\.\d+\b.*\b(?:sender|send as)\b/is.test(response)
}

function signInReason({ responseCode = 0 }: NodemailerError): string {
  if (responseCode >= 400 && responseCode < 500) return 'The email server isn’t accepting sign-ins right now.'
  const reason = 'The email server didn’t accept the username and password.'
  // Google and others send this for the normal password of an account with two-factor authentication.
  return responseCode === 534 ? `${reason} It requires an app password.` : reason
}

function connectionReason(code: string, server?: { host: string; port: number }): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The email server’s certificate is for another server name.'
  if (code === 'CERT_HAS_EXPIRED') return 'The email server’s certificate has expired.'
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return noTlsReason
  if (/CERT|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$/.test(code))
    return 'The email server’s certificate isn’t trusted.'
  if (code === 'ETIMEDOUT') return timeoutReason
  if (code === 'ECONNREFUSED' && server)
    return `The email server at ${server.host} refused the connection on port ${server.port}.`
  return `The email server couldn’t be reached (${code || 'unknown reason'}).`
}
