import { planNames, plans } from '../../features/billing/rules.ts'
import { placeholders } from '../../shared/installation.ts'
import { productName } from '../../shared/product.ts'

/** Data about a page for search engines, in the vocabulary of schema.org. */
export type StructuredData = Readonly<Record<string, unknown>>

export interface Question {
  question: string
  answer: string
}

interface PageFacts {
  path: string
  title: string
  description: string
  /** A URL; undefined if the page has no image yet. */
  image: string | undefined
}

const context = { '@context': 'https://schema.org' }
const currency = 'USD'

export function addressOf(path: string): string {
  return placeholders.origin + path
}

/** The product with the prices that the server enforces. No rating, because there are no reviews. */
export function softwareApplication({ path, description, image }: PageFacts): StructuredData {
  return {
    ...context,
    '@type': 'SoftwareApplication',
    name: productName,
    url: addressOf(path),
    description,
    ...(image ? { image } : {}),
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Any, in a web browser',
    offers: planNames.map((name) => {
      const price = (plans[name].monthlyMinor / 100).toFixed(2)
      return {
        '@type': 'Offer',
        name: plans[name].label,
        url: addressOf('/pricing'),
        price,
        priceCurrency: currency,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price,
          priceCurrency: currency,
          unitText: 'month',
        },
      }
    }),
  }
}

export function faqPage(questions: readonly Question[]): StructuredData {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export function article({ path, title, description, image }: PageFacts): StructuredData {
  return {
    ...context,
    '@type': 'Article',
    headline: title,
    description,
    inLanguage: 'en-US',
    ...(image ? { image } : {}),
    mainEntityOfPage: addressOf(path),
  }
}

export function breadcrumbs(trail: ReadonlyArray<{ path: string; title: string }>): StructuredData {
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ path, title }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: title,
      item: addressOf(path),
    })),
  }
}

/** Data, so the Content-Security-Policy allows it. Escaping `<` keeps it from closing the element. */
export function dataScript(data: StructuredData): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
