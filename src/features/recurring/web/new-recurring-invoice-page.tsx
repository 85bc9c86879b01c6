import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import { contentOf, datelessValuesOf } from '../../invoices/web/form/content-values.ts'
import { newDatelessValues } from '../../invoices/web/form/invoice-form-values.ts'
import { invoiceQuery } from '../../invoices/web/invoice-api.ts'
import { dayAfter } from '../../schedules/rules.ts'
import { newSeriesValues } from './series-form-values.ts'
import { SeriesForm } from './series-form.tsx'

export function NewRecurringInvoicePage() {
  const { from } = useSearch({ from: '/invoices/recurring/new' })
  return <SignedIn>{(session) => <NewSeries key={from} from={from} session={session} />}</SignedIn>
}

function NewSeries({ from, session }: { from: string | undefined; session: Session }) {
  const today = useToday(session)
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const invoice = useQuery({ ...invoiceQuery(from ?? ''), enabled: from !== undefined })
  const isLocked = useIsLocked('recurringInvoices')
  if (business.isPending || clients.isPending || (from !== undefined && invoice.isPending)) {
    return <PageSkeleton />
  }
  if (!business.data) {
    return (
      <Page>
        <ErrorState query={business} />
      </Page>
    )
  }
  const source = invoice.data
  const content = source ? datelessValuesOf(contentOf(source), source.logo) : newDatelessValues(business.data)
  // The existing invoice covers its own period.
  const startDate = source ? dayAfter('monthly', source.issueDate, today) : today
  return (
    <Page>
      <PageHeader
        title="New Recurring Invoice"
        above={<BackLink to="/invoices/recurring">Recurring invoices</BackLink>}
      />
      {isLocked ? (
        <UpgradeCard feature="recurringInvoices" title="Invoices created automatically">
          Recurring invoices are part of the Pro plan. {source && 'The invoice you came from stays as it is.'}
        </UpgradeCard>
      ) : (
        <>
          {from !== undefined && !source && (
            <Notice tone="attention" title="That invoice could not be opened">
              It may have been deleted. You can fill in the form by hand.
            </Notice>
          )}
          <SeriesForm
            draftOwner={draftOwnerOf(session)}
            series={null}
            initial={newSeriesValues(content, startDate)}
            sourceInvoice={source}
            hasClients={clients.data?.clients.length !== 0}
            today={today}
            locale={session.business.locale}
            style={styleInPlan(business.data.plan, business.data.documentStyle)}
          />
        </>
      )}
    </Page>
  )
}
