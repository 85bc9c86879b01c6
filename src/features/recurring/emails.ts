import { z } from 'zod'
import type { Transaction } from '../../platform/db/transaction.ts'
import { toHeaderText } from '../../platform/mail/mail-address.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { queueOrHoldMail } from '../invoices/mail/emails.ts'
import type { BusinessFacts } from '../invoices/queries.ts'
import type { SeriesRow } from './queries.ts'
import type { RecurringDeps } from './recurring-deps.ts'

// Reads only this field, because the rest of an old content may no longer be valid.
const companyEmailSchema = z.object({ company: z.object({ email: z.email() }) })

/** Tells the owner that an invoice was not made and that the series is paused. */
export async function queueSeriesPausedMail(
  tx: Transaction,
  deps: RecurringDeps,
  series: SeriesRow & { nextOn: string; pauseReason: string },
  facts: Pick<BusinessFacts, 'email' | 'ownerVerified' | 'locale'>,
): Promise<void> {
  const { businessId, id, nextOn, pauseReason, currency, totalMinor } = series
  const to = facts.email || companyEmailSchema.safeParse(series.content).data?.company.email
  if (!to) {
    deps.log.warn({ businessId, id }, 'a recurring invoice was paused, and the owner has no email address')
    return
  }
  const name = toHeaderText(series.clientName)
  const day = formatDate(nextOn)
  const subject = `Your recurring invoice for ${bidiIsolate(name)} is paused`
  await queueOrHoldMail(tx, deps, facts.ownerVerified, {
    kind: 'series-paused',
    businessId,
    from: deps.mailFrom,
    to,
    subject,
    ...renderMail({
      appUrl: deps.appUrl,
      preheader: `The invoice for ${day} wasn’t created.`,
      heading: 'A recurring invoice is paused',
      paragraphs: [
        `The invoice for ${bidiIsolate(name)} on ${day} wasn’t created. ${pauseReason}`,
        `No more invoices will be created until you resume it. It then continues with the next date. If you need the invoice for ${day}, create it yourself.`,
      ],
      rows: [
        { label: 'Client', value: name },
        { label: 'Date', value: day },
        { label: 'Amount', value: formatMoney(totalMinor, { currency, locale: facts.locale }) },
      ],
      button: {
        label: 'View recurring invoice',
        url: pageAddress(deps, businessId, `/invoices/recurring/${id}`),
      },
      footnote: 'We’ll only email you again if it’s paused after you’ve resumed it.',
    }),
  })
}
