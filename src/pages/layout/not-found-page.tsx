import { Link } from '@tanstack/react-router'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'

export function NotFoundPage() {
  return (
    <Page width="narrow">
      <div className="flex flex-col items-center py-10 text-center sm:py-16">
        <h1 className="text-6xl font-semibold tracking-tighter text-accent">404</h1>
        <p className="mt-4 text-2xl font-semibold tracking-tight text-foreground">Page Not Found</p>
        <p className="mt-2 text-muted">The page you are looking for doesn't exist or has been moved.</p>
        <Button asChild className="mt-8">
          <Link to="/">Back to Home</Link>
        </Button>
      </div>
    </Page>
  )
}
