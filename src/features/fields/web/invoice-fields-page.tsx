import { useQuery } from '@tanstack/react-query'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { FieldsCard } from './fields-card.tsx'
import { ownFieldsQuery } from './own-fields-api.ts'

/** /invoices/fields */
export function InvoiceFieldsPage() {
  return <SignedIn>{() => <Fields />}</SignedIn>
}

function Fields() {
  const list = useQuery(ownFieldsQuery)
  const isLocked = useIsLocked('customCategories')
  if (list.isPending) return <PageSkeleton />
  const isEmpty = list.data?.client.length === 0 && list.data.invoice.length === 0
  return (
    <Page>
      <PageHeader
        title="Own fields"
        above={<BackLink to="/clients">Clients</BackLink>}
        description="What you note about clients and invoices beyond the usual details. You can search for it, and it’s in your exports."
      />
      <div className="flex flex-col gap-6">
        {isLocked && (
          <UpgradeCard feature="customCategories" title="Fields of your own">
            Add up to ten fields each to clients and invoices: texts, numbers, dates and choices.{' '}
            {isEmpty
              ? 'Your plan does not include this.'
              : 'What you have filled in stays. To change it, you need the Enterprise plan.'}
          </UpgradeCard>
        )}
        {/* A plan without them has nothing to list, unless a former one did. */}
        {list.data && !(isLocked && isEmpty) && (
          <>
            <FieldsCard target="client" fields={list.data.client} isLocked={isLocked} />
            <FieldsCard target="invoice" fields={list.data.invoice} isLocked={isLocked} />
          </>
        )}
        {!list.data && <ErrorState query={list} />}
      </div>
    </Page>
  )
}
