/**
 * Passes steps through the history to an open dialog before the router sees them, in browsers without the Navigation
 * API. A window calls its listeners in the order in which they were added, so this one is added before any other code
 * runs. See use-close-on-back.ts.
 */
export const BACK_SCRIPT = `(function(){if(!window.navigation)
addEventListener("popstate",function(e){if(window.onStepBack)window.onStepBack(e)})})()`;
