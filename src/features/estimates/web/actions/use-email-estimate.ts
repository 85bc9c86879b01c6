import { call } from '../../../../web/api-client.ts'
import { useSendEmail } from '../../../invoices/web/actions/use-send-email.ts'
import { emailEstimate } from '../../contract.ts'
import { refreshEstimates } from '../estimate-api.ts'

/** Emails the estimate to its client, and says whether it was sent. */
export function useEmailEstimate(id: string) {
  const texts = {
    waiting: 'Email Waiting',
    sent: 'Email Sent',
    failed: 'Email Error',
    fallback: 'The estimate could not be emailed. Please try again.',
  }
  return useSendEmail('estimate', () => call(emailEstimate, { params: { id } }), texts, refreshEstimates)
}
