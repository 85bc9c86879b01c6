import { useQuery } from '@tanstack/react-query'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import { newDatelessValues } from '../../invoices/web/form/invoice-form-values.ts'
import { TemplateForm } from './template-form.tsx'

export function NewInvoiceTemplatePage() {
  return <SignedIn>{(session) => <NewTemplate session={session} />}</SignedIn>
}

function NewTemplate({ session }: { session: Session }) {
  const today = useToday(session)
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const isLocked = useIsLocked('invoiceTemplates')
  if (business.isPending || clients.isPending) return <PageSkeleton />
  return (
    <Page>
      <PageHeader title="New Template" above={<BackLink to="/invoices/templates">Templates</BackLink>} />
      {!business.data ? (
        <ErrorState query={business} />
      ) : isLocked ? (
        <UpgradeCard feature="invoiceTemplates" title="Start invoices from a template">
          Templates are part of the Pro plan.
        </UpgradeCard>
      ) : (
        <TemplateForm
          draftOwner={draftOwnerOf(session)}
          template={null}
          initial={{ ...newDatelessValues(business.data), name: '' }}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          locale={session.business.locale}
          style={styleInPlan(business.data.plan, business.data.documentStyle)}
        />
      )}
    </Page>
  )
}
