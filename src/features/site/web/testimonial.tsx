import { Badge } from '../../../web/ui/badge.tsx'

/** A fictional testimonial, marked as an example. */
export function Testimonial() {
  return (
    <figure className="mx-auto flex w-full max-w-3xl flex-col items-start px-4 sm:items-center sm:px-6 sm:text-center">
      <Badge tone="outline">Example</Badge>
      <blockquote className="mt-4 text-xl font-medium tracking-tight text-balance text-foreground sm:text-2xl">
        “I send the invoice from my phone when the job is done. Then I see who has paid, and I no longer have
        to ask twice.”
      </blockquote>
      <figcaption className="mt-4 text-sm text-muted">
        What we would like a business owner to be able to say. Not a real customer.
      </figcaption>
    </figure>
  )
}
