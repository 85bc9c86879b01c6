import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutTemplate, Plus } from 'lucide-react'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { May } from '../../auth/web/may.tsx'
import { useMay } from '../../auth/web/session.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { InvoiceTabs } from '../../invoices/web/list/invoice-tabs.tsx'
import { LookCard } from './look-card.tsx'
import { templateListQuery } from './template-api.ts'
import { TemplateListTable } from './template-list-table.tsx'

export function InvoiceTemplatesPage() {
  return <SignedIn>{(session) => <Templates session={session} />}</SignedIn>
}

function Templates({ session }: { session: Session }) {
  const list = useQuery(templateListQuery)
  const mayWrite = useMay('sales.write')
  const isLocked = useIsLocked('invoiceTemplates')
  const templates = list.data?.templates ?? []
  const isEmpty = list.isSuccess && templates.length === 0
  return (
    <Page>
      <PageHeader
        title="Invoice Templates"
        help={<HelpHint topic="templates" />}
        description="Invoices to start from, and how your invoices look."
        actions={
          mayWrite &&
          !isLocked && (
            <Button asChild>
              <Link to="/invoices/templates/new">
                <Plus aria-hidden />
                New Template
              </Link>
            </Button>
          )
        }
      />
      <InvoiceTabs />
      {isLocked && (
        <UpgradeCard feature="invoiceTemplates" title="Your own templates and looks">
          Save an invoice as a template and start the next one from it, in a look with your color.{' '}
          {isEmpty
            ? 'The Free plan does not include this.'
            : 'You can still read the templates you have. To use or change them, you need the Pro plan.'}
        </UpgradeCard>
      )}
      <ListContent
        list={list}
        failure={{ title: 'Failed to load templates. Please try again.', text: 'Your templates are safe.' }}
        isEmpty={isEmpty}
        empty={!isLocked && (mayWrite ? noTemplates : noneYet)}
      >
        <TemplateListTable
          templates={templates}
          loading={list.isPending}
          isLocked={isLocked}
          timeZone={session.business.timeZone}
        />
      </ListContent>
      <May permission="settings.write">
        <div className="mt-4 flex flex-col gap-4">
          <h2 id="look" className="text-lg font-semibold text-foreground">
            Look
          </h2>
          <LookCard draftOwner={draftOwnerOf(session)} />
        </div>
      </May>
    </Page>
  )
}

const noneYet = <EmptyState icon={LayoutTemplate} level={2} title="No templates yet" />

const noTemplates = (
  <EmptyState
    icon={LayoutTemplate}
    level={2}
    title="No templates yet"
    text="Save what you bill often. Choose Save as template in an invoice’s menu, or start one here."
    action={
      <Button asChild variant="secondary">
        <Link to="/invoices/templates/new">Create your first template</Link>
      </Button>
    }
  />
)
