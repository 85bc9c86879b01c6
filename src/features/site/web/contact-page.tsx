import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'

export function ContactPage() {
  return (
    <Page>
      <PageHeader title="Contact" />
    </Page>
  )
}
