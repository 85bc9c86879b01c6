import type { NodemailerError } from 'nodemailer'
import { AddressRefused, HostNotFound } from '../net/public-address.ts'
import { MailTransportError } from './mail-transport.ts'

const longestReply = 300

export const lateReason = 'The mail server did not answer in time.'
const unsafeReason = 'The mail server offered no safe connection (TLS).'

// A server may quote what it refuses, a secret link included.
function replyOf(error: NodemailerError): string {
  const reply = (error.response ?? '').replaceAll(/https?:\S+/gi, '[link]')
  // Nor can the database keep every character that it may send.
  return reply
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longestReply)
}

// Everything nodemailer adds to an error is optional.
function isNodemailerError(error: unknown): error is NodemailerError {
  return error instanceof Error
}

function later(message: string): MailTransportError {
  return new MailTransportError(message, { permanent: false })
}

/** Nothing that this mail could do anything about. */
export function accountFault(message: string): MailTransportError {
  return new MailTransportError(message, { permanent: false, isAccountFault: true })
}

/**
 * Says what went wrong in our own words. Only replies about the recipient and the message are quoted: what a server
 * says while signing in may repeat the credentials. The place is named where whoever reads it has chosen it.
 */
export function smtpError(error: unknown, place?: { host: string; port: number }): MailTransportError {
  if (error instanceof HostNotFound || error instanceof AddressRefused) return accountFault(error.message)
  if (!isNodemailerError(error)) return later('The mail could not be sent.')
  switch (error.code) {
    case 'EENVELOPE':
    case 'EMESSAGE':
      return refusal(error)
    case 'EAUTH':
    case 'ENOAUTH':
    case 'EOAUTH2':
      return accountFault(signInReason(error))
    case 'ETIMEDOUT':
      return accountFault(lateReason)
    case 'ETLS':
      return accountFault(unsafeReason)
    default:
      return accountFault(connectionReason(error.originalCode ?? error.code ?? '', place))
  }
}

function refusal(error: NodemailerError): MailTransportError {
  if (error.responseCode === undefined) {
    return new MailTransportError(`The mail cannot be sent: ${error.message}.`, { permanent: true })
  }
  // A refused sender is for whoever set the account up to put right, so it is worth another try.
  if (error.command === 'MAIL FROM' || isAboutSender(error))
    return accountFault(`The mail server refused the sender: ${replyOf(error)}`)
  return error.permanent
    ? new MailTransportError(`The mail server refused the mail: ${replyOf(error)}`, { permanent: true })
    : later(`The mail server put the mail off: ${replyOf(error)}`)
}

/** Postfix says so only once it has heard the recipient, Exchange after the whole mail; both name it a matter of policy. */
function isAboutSender({ permanent, response = '' }: NodemailerError): boolean {
  return permanent === true && /\b5\.7\.\d+\b.*\b(?:sender|send as)\b/is.test(response)
}

function signInReason({ responseCode = 0 }: NodemailerError): string {
  if (responseCode >= 400 && responseCode < 500) return 'The mail server lets nobody sign in at the moment.'
  const reason = 'The mail server did not accept the user name and password.'
  // What Google and others answer to the password of an account that signs in with a second factor.
  return responseCode === 534 ? `${reason} It asks for an app password.` : reason
}

function connectionReason(code: string, place?: { host: string; port: number }): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'The mail server’s certificate is for another server name.'
  if (code === 'CERT_HAS_EXPIRED') return 'The mail server’s certificate has expired.'
  if (/^ERR_SSL_|^EPROTO$/.test(code)) return unsafeReason
  if (/CERT|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$/.test(code))
    return 'The mail server’s certificate is not trusted.'
  if (code === 'ETIMEDOUT') return lateReason
  if (code === 'ECONNREFUSED' && place)
    return `The mail server at ${place.host} refused the connection on port ${place.port}.`
  return `The mail server could not be reached (${code || 'unknown reason'}).`
}
