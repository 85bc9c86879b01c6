import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'

import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { textLink } from '../../../web/ui/text-link.ts'
import { useIsLocked } from '../../billing/web/use-plan.ts'
import { NewInvoicePage as NewInvoice } from '../../invoices/web/invoice-editor-page.tsx'
import { logoQuery } from '../../invoices/web/logo-api.ts'
import { StartFromTemplate } from './start-from-template.tsx'
import { templateQuery } from './template-api.ts'
import { LogoGone } from './template-page.tsx'
import { WithInvoiceParts } from './with-invoice-parts.tsx'

/** /invoices/new, begun with a template where the address names one. */
export function NewInvoicePage() {
  const { template } = useSearch({ from: '/invoices/new' })
  return (
    <WithInvoiceParts>
      {template === undefined ? (
        <NewInvoice actions={<StartFromTemplate />} />
      ) : (
        <FromTemplate key={template} id={template} />
      )}
    </WithInvoiceParts>
  )
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
          On the Free plan an invoice begins empty.{' '}
          <Link to="/settings" search={{ tab: 'subscription' }} className={textLink}>
            Upgrade to Pro
          </Link>
        </Notice>
      </NewInvoice>
    )
  }
  if (!template.data) {
    return (
      <NewInvoice actions={<StartFromTemplate />}>
        <Notice tone="attention" title="That template could not be opened">
          It may have been deleted. The invoice begins empty instead.
        </Notice>
      </NewInvoice>
    )
  }
  const { name, content } = template.data
  return (
    <NewInvoice start={{ id, content, logo: logo.data ?? null }} actions={<StartFromTemplate />}>
      {logoId !== null && !logo.data && <LogoGone />}
      <p className="text-sm text-muted">
        Begun with the template <span className="own-words font-medium text-foreground">{name}</span>.
      </p>
    </NewInvoice>
  )
}
