import { retriedFor } from '../../../platform/mail/retry-mails.ts'

const heldReason = 'It will be sent as soon as you confirm your own email address.'
const settingsHint = ' Check your email settings in Integrations.'
const autoRetryHint =
  ' Check your email settings in Integrations. Once they’re saved, it’s sent automatically.'

/** For a statement that reads mails and has these as $3 to $6. */
export const mailReasonValues = [heldReason, settingsHint, autoRetryHint, retriedFor]

const isRetried = `(state = 'failed' and created_at > now() - $6::interval)`

/** Why a mail failed or has not been sent yet. */
export const mailReason = `case when state = 'held' then $3 when state <> 'sent' then last_error || case
  when not waits_for_account then '' when ${isRetried} then $5 else $4 end end`

/** Whether the mail account of the business rejected it, and it is sent once that works. */
export const mailWaits = `(waits_for_account and (state = 'queued' or ${isRetried}))`
