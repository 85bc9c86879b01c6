import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'

export function HelpPage() {
  return (
    <Page>
      <PageHeader title="Help Center" />
    </Page>
  )
}
