/**
 * Keeps what is clicked, chosen and submitted on a page whose rows are there before its scripts are, and does it once
 * React has hydrated every control, which then has a property of React's, and effects have run: both set fields. Links
 * work without scripts, boxes show their tick at once, and typed text is React's own concern. Must run before React,
 * whose own listeners would take the same events. Of several events of one element the last counts. The hydration gives a
 * field its former value, and React ignores an event whose value it already knows: the field gets its value again, and
 * React's tracker of it another one. A map's elements are never React's. Ten seconds after everything has been loaded
 * nothing is kept any more.
 */
export const EARLY_INPUT_SCRIPT = `(function(){var q=[],end=0,still=0,n=["click","input","change","submit"];
function awake(t){return Object.keys(t).some(function(k){return !k.indexOf("__reactFiber$")})}
function keep(e){var t=e.target;if(!(t instanceof Element)||t.closest(".leaflet-container"))return;
var box=/^(checkbox|radio)$/.test(t.type);
if(e.type==="click"&&!box){if(t.closest("a[href],label,summary,select,textarea,input"))return;e.preventDefault()}
if(/^(input|change)$/.test(e.type)&&!box&&t.tagName!=="SELECT")return;
if(e.type==="submit")e.preventDefault();
e.stopImmediatePropagation();if(e.type==="input"||box&&e.type!=="click")return;
var to=box?t.checked:t.value,p=q.filter(function(o){return o[0]===e.type&&o[1]===t})[0];
if(p)p[2]=to;else if(q.length<50)q.push([e.type,t,to])}
function set(t,name,to){var d=Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),name);if(d)d.set.call(t,to)}
function replay(p){var t=p[1];if(!t.isConnected||!awake(t))return;
var m=new MouseEvent("click",{bubbles:true,cancelable:true,view:window}),v=new Event("change",{bubbles:true});
if(t._valueTracker)t._valueTracker.setValue("\\u0000");
if(p[0]==="click"){if(typeof p[2]==="boolean")set(t,"checked",!p[2]);t.dispatchEvent(m)}
else if(p[0]==="submit")t.requestSubmit();else{set(t,"value",p[2]);t.dispatchEvent(v)}}
n.forEach(function(t){document.addEventListener(t,keep,true)});
var timer=setInterval(function(){if(document.readyState!=="complete")return;end=end||Date.now()+10000;
var c=[].slice.call(document.querySelectorAll("button,input,select,textarea"));
still=c.every(awake)?still+1:0;if(still<3&&Date.now()<end)return;
clearInterval(timer);n.forEach(function(t){document.removeEventListener(t,keep,true)});q.forEach(replay)},50)})()`;
