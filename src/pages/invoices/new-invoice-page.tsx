import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Session } from '../../features/auth/contract.ts'
import { draftOwnerOf } from '../../features/auth/web/draft-owner.ts'
import { May } from '../../features/auth/web/may.tsx'
import { SignedIn, useToday } from '../../features/auth/web/signed-in.tsx'
import { useIsLocked } from '../../features/billing/web/use-is-locked.ts'
import type { Logo } from '../../features/business/contract.ts'
import { businessQuery } from '../../features/business/web/business-api.ts'
import type { ClientAccount } from '../../features/clients/contract.ts'
import { clientQuery, clientsQuery } from '../../features/clients/web/client-api.ts'
import type { InvoiceContent } from '../../features/invoices/document/input-rules.ts'
import { styleInPlan } from '../../features/invoices/document/style-rules.ts'
import {
  formValuesFrom,
  forClient,
  newFormValues,
} from '../../features/invoices/web/form/invoice-form-values.ts'
import { InvoiceForm } from '../../features/invoices/web/form/invoice-form.tsx'
import { BackToInvoices } from '../../features/invoices/web/list/back-to-invoices.tsx'
import { logoQuery } from '../../features/invoices/web/logo-api.ts'
import { ReminderField } from '../../features/reminders/web/reminder-field.tsx'
import { LogoGone } from '../../features/templates/web/logo-gone.tsx'
import { StartFromTemplate } from '../../features/templates/web/start-from-template.tsx'
import { templateQuery } from '../../features/templates/web/template-api.ts'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { ErrorState } from '../../web/ui/error-state.tsx'
import { Notice } from '../../web/ui/notice.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { textLink } from '../../web/ui/text-link.ts'

/** /invoices/new, filled in from a template or for a client if the URL names one. */
export function NewInvoicePage() {
  const { template, client } = useSearch({ from: '/invoices/new' })
  if (template !== undefined) return <FromTemplate key={template} id={template} />
  if (client !== undefined) return <ForClient key={client} id={client} />
  return <NewInvoice actions={<StartFromTemplate />} />
}

function FromTemplate({ id }: { id: string }) {
  const template = useQuery(templateQuery(id))
  const logoId = template.data?.content.logoId ?? null
  const logo = useQuery({ ...logoQuery(logoId), enabled: template.data !== undefined })
  const isLocked = useIsLocked('invoiceTemplates')
  if (template.isPending || (template.isSuccess && logo.isPending)) return <PageSkeleton />
  if (isLocked) {
    return (
      <NewInvoice>
        <Notice tone="attention" title="Templates are part of the Pro plan">
          On the Free plan, invoices start empty.{' '}
          <May permission="business.own">
            <Link to="/settings" search={{ tab: 'subscription' }} className={textLink}>
              Upgrade to Pro
            </Link>
          </May>
        </Notice>
      </NewInvoice>
    )
  }
  if (!template.data) {
    return (
      <NewInvoice actions={<StartFromTemplate />}>
        <Notice tone="attention" title="That template could not be opened">
          It may have been deleted, so this invoice starts empty.
        </Notice>
      </NewInvoice>
    )
  }
  const { name, content } = template.data
  return (
    <NewInvoice start={{ id, content, logo: logo.data ?? null }} actions={<StartFromTemplate />}>
      {logoId !== null && !logo.data && <LogoGone />}
      <p className="text-sm text-muted">
        Started from the template <span className="own-words font-medium text-foreground">{name}</span>.
      </p>
    </NewInvoice>
  )
}

function ForClient({ id }: { id: string }) {
  const client = useQuery(clientQuery(id))
  if (client.isPending) return <PageSkeleton />
  if (client.data) return <NewInvoice client={client.data} actions={<StartFromTemplate />} />
  return (
    <NewInvoice actions={<StartFromTemplate />}>
      <Notice tone="attention" title="That client could not be opened">
        It may have been deleted, so this invoice starts empty.
      </Notice>
    </NewInvoice>
  )
}

interface NewInvoiceProps {
  client?: ClientAccount
  start?: { id: string; content: InvoiceContent; logo: Logo | null } | undefined
  actions?: ReactNode
  children?: ReactNode
}

function NewInvoice(props: NewInvoiceProps) {
  return (
    <SignedIn>
      {(session) => <NewInvoiceForm key={props.start?.id ?? props.client?.id} session={session} {...props} />}
    </SignedIn>
  )
}

function NewInvoiceForm({
  session,
  start,
  client,
  actions,
  children,
}: NewInvoiceProps & { session: Session }) {
  const business = useQuery(businessQuery)
  const clients = useQuery(clientsQuery(''))
  const today = useToday(session)
  if (business.isPending || clients.isPending) return <PageSkeleton />
  return (
    <Page>
      <PageHeader title="Create New Invoice" above={<BackToInvoices />} actions={actions} />
      {children}
      {business.data ? (
        <InvoiceForm
          draftOwner={draftOwnerOf(session)}
          invoice={null}
          initial={
            start
              ? formValuesFrom(start.content, start.logo, today)
              : forClient(newFormValues(business.data, today), client)
          }
          startedFrom={start?.id ?? client?.id}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
          locale={session.business.locale}
          style={styleInPlan(business.data.plan, business.data.documentStyle)}
          ReminderField={ReminderField}
        />
      ) : (
        <ErrorState query={business} />
      )}
    </Page>
  )
}
