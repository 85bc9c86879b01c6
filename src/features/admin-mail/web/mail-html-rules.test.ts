import { describe, expect, test } from 'vitest'
import { cleanCss, distinctLinks, isOwnPicture, linkAddress, linksInText } from './mail-html-rules.ts'

test('only pictures that came with the message are shown', () => {
  const own = [
    'data:image/png;base64,AA==',
    ' DATA:image/JPEG;base64,AA==',
    'data:image/gif,x',
    'data:image/webp;a',
  ]
  const others = [
    'https://pictures.example/a.png',
    '//pictures.example/a.png',
    'a.png',
    'cid:logo',
    '',
    'data:image/svg+xml;base64,AA==',
    'data:text/html,x',
    'data:image/pngx;base64,AA==',
    'blob:https://pictures.example/1',
    'javascript:alert(1)',
  ]
  expect(own.filter(isOwnPicture)).toEqual(own)
  expect(others.filter(isOwnPicture)).toEqual([])
})

describe('styles', () => {
  test.each([
    'background:url(http://a.example/x.png)',
    'background:URL( "http://a.example/x.png" )',
    "background:url('http://a.example/x).png')",
    'background:url(http://a.example/x.png',
    String.raw`background:u\72l(http://a.example/x.png)`,
    String.raw`background:\000075 rl(http://a.example/x.png)`,
    String.raw`background:u\\72l(http://a.example/x.png)`,
    String.raw`background:u\5c 72l(http://a.example/x.png)`,
    'background:uurl(x)rl(http://a.example/x.png)',
    'background:u<rl(http://a.example/x.png)',
    'background:url/**/(http://a.example/x.png)',
    'background:image-set("http://a.example/x.png" 1x)',
    'background:-webkit-image-set("http://a.example/x.png" 1x)',
    'background:image("http://a.example/x.png")',
    'background:src("http://a.example/x.png")',
    'background:cross-fade("http://a.example/x.png", red)',
    'width:expression(alert(1))',
    'behavior:url(x.htc)',
    '@import "http://a.example/x.css"; p{color:red}',
    '@import url(http://a.example/x.css)',
    String.raw`@\69mport "http://a.example/x.css";`,
    '@im@import "y";port "http://a.example/x.css";',
    '@font-face{font-family:x;src:url(http://a.example/x.woff)}',
    'p{}</style><script>alert(1)</script>',
    '</styurl(x)le><script>',
  ])('%s loads and runs nothing', (css) => {
    expect(cleanCss(css)).not.toMatch(
      /(?:url|src|image|image-set|cross-fade|expression)\s*\(|@import|behavior\s*:|<|\\/i,
    )
  })

  test.each([
    'color:#0f1e1d;padding:8px 12px!important',
    'background-image:linear-gradient(#fff,#fff)',
    '@media (max-width:480px){.card{padding:24px 20px!important}}',
    "font-family:-apple-system,'Segoe UI',sans-serif;width:calc(100% - 2px)",
    'p:not(.muted)>a{border-image:none}',
  ])('%s stays as it is', (css) => {
    expect(cleanCss(css)).toBe(css)
  })
})

test.each([
  ['https://a.example/x?y=1#z', 'https://a.example/x?y=1#z'],
  [' HTTP://A.example ', 'http://a.example/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
  ['mailto:support@a.example', 'mailto:support@a.example'],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['vbscript:x', null],
  ['blob:https://a.example/1', null],
  ['//a.example/x', null],
  ['/admin', null],
  ['#top', null],
  ['', null],
])('the link %j leads to %j', (href, address) => {
  expect(linkAddress(href)).toBe(address)
})

test('links are listed once under each name, and without one only where they have none', () => {
  const links = [
    { href: 'https://a.example/x', text: ' Confirm\n your  address ' },
    { href: 'https://a.example/x', text: 'Confirm your address' },
    { href: 'https://a.example/x', text: 'https://a.example/x' },
    { href: 'https://a.example/x', text: 'Not what it says' },
    { href: 'https://b.example/', text: 'https://b.example' },
    { href: 'javascript:alert(1)', text: 'Harmless' },
  ]
  expect(distinctLinks(links)).toEqual([
    { address: 'https://a.example/x', text: 'Confirm your address' },
    { address: 'https://a.example/x', text: 'Not what it says' },
    { address: 'https://b.example/', text: '' },
  ])
})

test('a text without HTML has its links read from it', () => {
  const text =
    'See (https://a.example/x?y=1), or http://b.example/.\nNot ftp://c.example or javascript:alert(1).'
  expect(linksInText(text).map(({ address }) => address)).toEqual([
    'https://a.example/x?y=1',
    'http://b.example/',
  ])
})
