import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Session } from '../../features/auth/contract.ts'
import { draftOwnerOf } from '../../features/auth/web/draft-owner.ts'
import { SignedIn, useToday } from '../../features/auth/web/signed-in.tsx'
import { businessQuery } from '../../features/business/web/business-api.ts'
import type { Client } from '../../features/clients/contract.ts'
import { clientsQuery } from '../../features/clients/web/client-api.ts'
import {
  type EstimateFormValues,
  newEstimateValues,
} from '../../features/estimates/web/form/estimate-form-values.ts'
import { EstimateForm } from '../../features/estimates/web/form/estimate-form.tsx'
import { BackToEstimates } from '../../features/estimates/web/list/back-to-estimates.tsx'
import { styleInPlan } from '../../features/invoices/document/style-rules.ts'
import { newDatelessValues } from '../../features/invoices/web/form/invoice-form-values.ts'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'

/** /estimates/new, for a client if the URL names one. */
export function NewEstimatePage() {
  const { client } = useSearch({ from: '/estimates/new' })
  return <SignedIn>{(session) => <NewEstimate key={client} session={session} clientId={client} />}</SignedIn>
}

function NewEstimate({ session, clientId }: { session: Session; clientId: string | undefined }) {
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const today = useToday(session)
  if (business.isPending || clients.isPending) return <PageSkeleton />
  const client = clients.data?.clients.find(({ id }) => id === clientId)
  return (
    <Page>
      <PageHeader title="New Estimate" above={<BackToEstimates />} />
      {business.data ? (
        <EstimateForm
          draftOwner={draftOwnerOf(session)}
          estimate={null}
          initial={withClient(newEstimateValues(newDatelessValues(business.data), today), client)}
          startedFor={client?.id}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
          locale={session.business.locale}
          style={styleInPlan(business.data.plan, business.data.documentStyle)}
        />
      ) : (
        <ErrorState query={business} />
      )}
    </Page>
  )
}

function withClient(values: EstimateFormValues, chosen: Client | undefined): EstimateFormValues {
  if (!chosen) return values
  const { companyName, currency, ...client } = chosen
  return { ...values, client: { ...client, name: companyName }, currency: currency ?? values.currency }
}
