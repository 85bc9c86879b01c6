import { Link, linkOptions } from '@tanstack/react-router'
import { productName } from '../../shared/product.ts'
import { Logo } from './logo.tsx'

const footerColumns = [
  {
    heading: 'Product',
    links: linkOptions([
      { to: '/features', label: 'Features' },
      { to: '/pricing', label: 'Pricing' },
      { to: '/roadmap', label: 'Roadmap' },
    ]),
  },
  {
    heading: 'Support',
    links: linkOptions([
      { to: '/help', label: 'Help Center' },
      { to: '/faq', label: 'FAQ' },
      { to: '/contact', label: 'Contact' },
    ]),
  },
  {
    heading: 'Legal',
    links: linkOptions([
      { to: '/terms', label: 'Terms of Service' },
      { to: '/privacy', label: 'Privacy Policy' },
      { to: '/cookies', label: 'Cookie Policy' },
    ]),
  },
]

export function SiteFooter() {
  return (
    <footer className="border-t border-border bg-surface print:hidden">
      <div className="mx-auto grid w-full max-w-page gap-10 px-4 py-10 sm:px-6 lg:grid-cols-[1fr_2fr] lg:py-12">
        <div className="flex flex-col gap-3">
          <Logo />
          <p className="max-w-xs text-sm text-muted">For people who run a business, not a ledger.</p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {footerColumns.map(({ heading, links }) => (
            <div key={heading}>
              <h2 className="text-sm font-semibold text-foreground">{heading}</h2>
              <ul className="mt-2 flex flex-col">
                {links.map(({ label, ...link }) => (
                  <li key={link.to}>
                    <Link
                      {...link}
                      activeOptions={{ exact: true }}
                      className="inline-flex min-h-8 items-center rounded-sm text-sm text-muted hover:text-foreground hover:underline touch:min-h-11 touch:min-w-11"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <p className="mx-auto w-full max-w-page px-4 pb-8 text-sm text-muted sm:px-6">© {productName}</p>
    </footer>
  )
}
