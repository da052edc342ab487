/** Profiles of site builders, shops, themes and of the networks themselves, which templates link to; and unfilled ones. */

const BUILDERS =
  `wix wixstudio wixeditor editorx elementor elmentor wordpress wordpressdotcom wordpressdotorg wpbeginner wpengine woocommerce jetpack automattic
  squarespace weebly webflow webnode godaddy hostinger hostgator locaweb kinghost umbler uolhost registrobr nuvemshop tiendanube lojaintegrada traycorp tray
  trayecommerce shopify vtex vtexonline yampi bagy cartpanda wbuy mercadoshops magento prestashop opencart themeforest envato envatomarket envatotuts codecanyon themeisle
  astra wpastra oceanwp colorlib colorlibcom getbootstrap bootstrap twbootstrap mdbootstrap templatemonster templatemo templatemag html5up tooplate themefusion avada divi elegantthemes
  themeum themezee thimpress muffingroup betheme wprocket yoast rankmath generatepress kadencewp brainstormforce crocoblock jimdo strikingly carrd notion
  mobirise siteground site123 sitebuilder wpastra readymag ucraft pagecloud lovable lovabledev base44 durable webador gamma bricksbuilder oxygenbuilder
  beaverbuilder visualcomposer wpbakery seedprod kadence neve flatsome woodmart porto electro consultplus freepik flaticon unsplash pexels undraw iconfinder icons8
  canva linktree linktr beacons biosite tapbio milkshake blogger blogspot google googlebrasil googlemaps googlemybusiness facebook facebookapp facebookbrasil meta metaforbusiness
  instagram instagramforbusiness youtube youtubebrasil youtubecreators twitter x tiktok linkedin whatsapp whatsappbusiness pinterest ifood rappi mercadolivre mercadopago pagseguro pagbank
  rdstation resultadosdigitais hubspot mailchimp bling tinyerp olist sympla eventbrite hotmart kiwify doctoralia boaconsulta tripadvisor booking bookingcom airbnb trivago
  zapsign jivochat tawkto zendesk duda dudamobile ueni simplesite vistaprint framer framerjs bubble typeform tilda tildacc ycode zyro sitew canvabrasil gogole themewagon
  smartaddons joomla joomlashack drupal phpbb cakephp laravel laravelphp reactjs vuejs nextjs vercel netlify github fontawesome fbdevelopers platform pixelarity bootstrapmade uicookies
  cssninja creativetim creativetimofficial wpmudev ninjaforms gravityforms contactform7 wpforms monsterinsights optinmonster trustpilot reclameaqui sebrae procon`.match(
    /\S+/g,
  );
const OWN_WORDS =
  /^(?:the|get|use|oficial)|(?:brasil|brazil|br|oficial|official|com|hq|app|themes?|community|support|business)$/g;
const FOREIGN = new Set(BUILDERS);

const UNFILLED =
  /^(?:(?:seu|sua|meu|minha|your|my|nome|o|a)?[ad]?[oea]?s?(?:perfil|pagina|page|usuario|user|username|profile|instagram|insta|facebook|face|linkedin|youtube|twitter|tiktok|canal|channel|empresa|negocio|marca|loja|company|brand|business|site|nome|name|handle|conta|account|link|arroba|id)(?:aqui|here|name|page)?|exemplo|example|teste?|test|sample|demo|placeholder|lorem|loremipsum|xx+|undefined|null|channelid|nomedousuario|nomedapagina|johndoe|fulano(?:detal)?|theme|template|colorlib|index|home)\d{0,2}$/;

/** @param handle lower case letters and digits alone */
export function isForeignHandle(handle: string): boolean {
  return (
    FOREIGN.has(handle) ||
    FOREIGN.has(handle.replace(OWN_WORDS, "")) ||
    FOREIGN.has(handle.replace(OWN_WORDS, "").replace(OWN_WORDS, ""))
  );
}

export function isUnfilledHandle(handle: string): boolean {
  return UNFILLED.test(handle);
}
