import { Link, useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Page } from '../../web/layout/page.tsx'
import { readPortalPath } from '../../web/portal-path.ts'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'

/** /portal, where the page of the payment provider leads back to: the link of the client stays in the tab. */
export function PortalReturnPage() {
  const navigate = useNavigate()
  const [path] = useState(readPortalPath)
  useEffect(() => {
    if (path !== null) void navigate({ to: path, search: { tab: 'invoices', show: 'open' }, replace: true })
  }, [navigate, path])
  if (path !== null) return null
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={Mail}
        title="Open the link in your email"
        text="Each email with an invoice or a receipt has a link to your invoices and payments."
        action={
          <Button asChild variant="secondary">
            <Link to="/">Home</Link>
          </Button>
        }
      />
    </Page>
  )
}
