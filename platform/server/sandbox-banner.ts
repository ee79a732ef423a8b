/** Stands above every page, also before sign-in, when payouts go to a sandbox in production and so are not real. */
export const sandboxBanner =
  '<aside class="sandbox-banner" aria-label="Предупреждение"><strong>Тестовый банк.</strong> Выплаты ненастоящие, деньги не придут.</aside>'

export const sandboxBannerStyle = '<link rel="stylesheet" href="/sandbox-banner.css">'
