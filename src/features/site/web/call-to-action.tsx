import { Link } from '@tanstack/react-router'
import { Button } from '../../../web/ui/button.tsx'
import { MillScene } from './mill-scene.tsx'

/** The call to action at the end of a public page. */
export function CallToAction() {
  return (
    <section aria-labelledby="start-heading" className="mx-auto w-full max-w-page px-4 sm:px-6">
      <div className="grid items-center overflow-hidden rounded-xl border border-accent/20 bg-accent-soft lg:grid-cols-[3fr_2fr]">
        <div className="flex flex-col items-start gap-6 p-6 sm:p-10 lg:p-12">
          <div>
            <h2
              id="start-heading"
              className="text-2xl font-semibold tracking-tight text-foreground sm:text-3xl"
            >
              Run your business, not a ledger
            </h2>
            <p className="mt-2 text-muted">
              Your name, your email, your business, a password. That is all it asks.
            </p>
          </div>
          <Button asChild size="lg">
            <Link to="/signup">Get started free</Link>
          </Button>
        </div>
        <MillScene />
      </div>
    </section>
  )
}
