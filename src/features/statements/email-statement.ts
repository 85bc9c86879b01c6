import type { Database } from '../../platform/db/connect.ts'
import { queryTenant, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { withinLimits } from '../../platform/limits/limit.ts'
import { toHeaderText, withDisplayName } from '../../platform/mail/mail-address.ts'
import { bidiIsolate } from '../../shared/bidi-isolate.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Plan } from '../billing/rules.ts'
import { clientNotFound } from '../clients/client-rows.ts'
import { findPortalUrl } from '../clients/portal/find-portal-url.ts'
import { type MailState, queueOrHoldMail } from '../invoices/mail/emails.ts'
import { clientMailLimit } from '../invoices/mail/mail-limit.ts'
import { type MailUrls, greetingOf, renderClientMail } from '../invoices/mail/render-invoice-mail.ts'
import type { StatementDocument } from './contract.ts'
import { type StatementQuery, readOwnStatement } from './own-statement.ts'
import { ageRows, closingRow, overdueMinorOf, periodText } from './rules.ts'
import { attachStatement } from './statement-attachment.ts'

type StatementMailDeps = Deps<
  'database' | 'jobs' | 'now' | 'appUrl' | 'mailFrom' | 'mailWaitsForVerification'
>

/** Mails a statement to the client when the owner presses Email: ten mails per client and hour. */
export async function emailStatement(
  deps: StatementMailDeps,
  identity: Identity,
  clientId: string,
  query: StatementQuery,
): Promise<{ to: string; state: MailState }> {
  const { businessId } = identity
  const { plan, ownerVerified, currentId } = await getMailFacts(deps.database, businessId, clientId)
  const limit = { key: `statement-mail:${businessId}:${clientId}`, max: 10, windowSeconds: 3600 }
  return withinLimits(deps.database, [limit, clientMailLimit(businessId, plan)], () =>
    withTenant(deps.database, businessId, async (tx) => {
      const statement = await readOwnStatement(tx, deps, identity, clientId, query)
      const { company, client } = statement
      const state = await queueOrHoldMail(tx, deps, ownerVerified, {
        businessId,
        kind: 'statement',
        clientId: currentId,
        onBehalf: true,
        from: withDisplayName(company.name, deps.mailFrom),
        to: client.email,
        replyTo: company.email,
        ...renderStatementMail(statement, {
          appUrl: deps.appUrl,
          portalUrl: await findPortalUrl(tx, deps.appUrl, { businessId, clientId: currentId }),
        }),
        attachment: attachStatement(statement),
      })
      return { to: client.email, state }
    }),
  )
}

interface MailFacts {
  plan: Plan
  ownerVerified: boolean
  /** The client, or the one that it became. */
  currentId: string
}

/** Throws for an unknown client, so that nothing is counted. */
async function getMailFacts(database: Database, businessId: string, clientId: string) {
  const [facts] = await queryTenant<MailFacts>(database, businessId, {
    name: 'statement-mail-facts',
    text: `select b.plan, b.owner_verified as "ownerVerified", coalesce(c.merged_into, c.id) as "currentId"
           from clients c join businesses b on b.id = $1 where c.business_id = $1 and c.id = $2`,
    values: [businessId, clientId],
  })
  if (!facts) throw clientNotFound()
  return facts
}

export function renderStatementMail(
  statement: StatementDocument,
  { appUrl, portalUrl }: Pick<MailUrls, 'appUrl' | 'portalUrl'>,
): ReturnType<typeof renderClientMail> {
  const company = toHeaderText(statement.company.name)
  const period = periodText(statement)
  const summary = summaryOf(statement)
  const { label, value } = closingRow(statement)
  const nothing = formatMoney(0, statement)
  return renderClientMail(statement, {
    appUrl,
    portalUrl,
    subject: `Statement from ${company}, ${period}`,
    preheader: summary,
    heading: 'Statement of account',
    paragraphs: [
      greetingOf(statement),
      `${bidiIsolate(company)} has sent you a statement of your account. ${summary}`,
    ],
    rows: [
      { label: 'Period', value: period },
      ...ageRows(statement).filter((row) => row.value !== nothing),
      { label, value },
    ],
    attached: 'statement',
  })
}

/** "On Nov 19, 2026, you owed $300.00. $120.00 was overdue." */
function summaryOf(statement: StatementDocument): string {
  const { closingMinor, to } = statement
  const overdueMinor = overdueMinorOf(statement)
  const amount = formatMoney(Math.abs(closingMinor), statement)
  const standing =
    closingMinor < 0
      ? `you had paid ${amount} too much`
      : closingMinor === 0
        ? 'you owed nothing'
        : `you owed ${amount}`
  const overdue = overdueMinor > 0 ? ` ${formatMoney(overdueMinor, statement)} was overdue.` : ''
  return `On ${formatDate(to)}, ${standing}.${overdue}`
}
