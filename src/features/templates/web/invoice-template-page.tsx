import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { isNotFound } from '../../../web/api-client.ts'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { pageTitle } from '../../../web/page-title.ts'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useDocumentTitle } from '../../../web/use-document-title.ts'
import type { Session } from '../../auth/contract.ts'
import { draftOwnerOf } from '../../auth/web/draft-owner.ts'
import { SignedIn, useToday } from '../../auth/web/signed-in.tsx'
import { UpgradeCard } from '../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { clientsQuery } from '../../clients/web/client-api.ts'
import { styleInPlan } from '../../invoices/document/style-rules.ts'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { LogoGone } from './logo-gone.tsx'
import { templateQuery } from './template-api.ts'
import { templateValuesOf } from './template-form-values.ts'
import { TemplateForm } from './template-form.tsx'

export function InvoiceTemplatePage() {
  const { id } = useParams({ strict: false })
  return <SignedIn>{(session) => <ExistingTemplate key={id} id={id ?? ''} session={session} />}</SignedIn>
}

function ExistingTemplate({ id, session }: { id: string; session: Session }) {
  const today = useToday(session)
  const template = useQuery(templateQuery(id))
  const logoId = template.data?.content.logoId ?? null
  const logo = useQuery({ ...logoQuery(logoId), enabled: template.data !== undefined })
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const isLocked = useIsLocked('invoiceTemplates')
  useDocumentTitle(template.data && pageTitle(template.data.name))
  if (!template.data && isNotFound(template.error)) {
    return (
      <NotFound title="Template Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/invoices/templates">Back to Templates</Link>
      </NotFound>
    )
  }
  // A failed refetch keeps the form open: the user may have typed something.
  const failed = [template, logo].find((query) => query.isLoadingError)
  if (failed) {
    return (
      <Page>
        <ErrorState query={failed} />
      </Page>
    )
  }
  if (!template.data || logo.data === undefined || business.isPending || clients.isPending)
    return <PageSkeleton />
  return (
    <Page>
      <PageHeader
        title={template.data.name}
        description="Template"
        above={<BackLink to="/invoices/templates">Templates</BackLink>}
      />
      {isLocked && (
        <UpgradeCard feature="invoiceTemplates" title="Templates are part of the Pro plan">
          You can still read it here. To use or change it, you need the Pro plan.
        </UpgradeCard>
      )}
      {logoId !== null && logo.data === null && <LogoGone />}
      <TemplateForm
        draftOwner={draftOwnerOf(session)}
        template={template.data}
        initial={templateValuesOf(template.data, logo.data)}
        hasClients={clients.data?.clients.length !== 0}
        today={today}
        locale={session.business.locale}
        style={business.data && styleInPlan(business.data.plan, business.data.documentStyle)}
      />
    </Page>
  )
}
