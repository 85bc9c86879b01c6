import type { Logo } from '../../business/contract.ts'

interface PortalHeaderProps {
  business: { name: string; logo: Logo | null }
}

/** The business in whose name the page speaks, instead of the product's header. */
export function PortalHeader({ business: { name, logo } }: PortalHeaderProps) {
  return (
    <header className="border-b border-border bg-surface">
      <div className="mx-auto flex min-h-16 w-full max-w-4xl items-center gap-3 px-4 py-3 sm:px-6">
        {logo && (
          // On white, because a logo may have been drawn for paper.
          <span className="flex shrink-0 rounded-md bg-[#fff] p-1">
            <img
              src={logo.url}
              alt=""
              width={logo.width}
              height={logo.height}
              className="h-8 w-auto max-w-32 object-contain"
            />
          </span>
        )}
        <p className="own-words min-w-0 font-semibold wrap-anywhere text-foreground">{name}</p>
      </div>
    </header>
  )
}
