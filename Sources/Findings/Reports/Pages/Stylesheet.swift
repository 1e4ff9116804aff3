/// The style of a page: light and dark, on a phone, on a desk and on paper.
package enum Stylesheet {
  // The colours of series are those of Okabe and Ito, distinguishable with any colour vision. They
  // are darker on white and lighter on black until lines have a contrast of 3 to 1 at least.
  package static let text = """
    :root{color-scheme:light dark;--page:#fff;--card:#f6f7f9;--ink:#1b1f24;--soft:#59636e;--edge:#d5dae0;
    --grid:#e4e8ec;--link:#0058a3;--kept:#00734d;--missed:#b3261e;--undecided:#7a5600;--allowed:#dff1e8;
    --s1:#0072b2;--s2:#c25100;--s3:#00805b;--s4:#a8558a;--s5:#8a6d00;--s6:#3d6fd0}
    @media screen and (prefers-color-scheme:dark){:root{--page:#14171b;--card:#1d2127;--ink:#e8eaed;--soft:#a3adb8;
    --edge:#3a424c;--grid:#2a3038;--link:#7cc0f5;--kept:#4cc695;--missed:#ff8a80;--undecided:#e6b84a;
    --allowed:#1c3a2e;--s1:#56b4e9;--s2:#f0883e;--s3:#2ec79a;--s4:#dc93bf;--s5:#e0c33c;--s6:#9db8ff}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",
    Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
    main,header,footer{max-width:940px;margin:0 auto;padding:0 20px}
    header{padding-top:28px}
    h1{font-size:1.75rem;line-height:1.2;margin:0 0 6px}
    h2{font-size:1.3rem;line-height:1.25;margin:44px 0 10px;padding-top:14px;border-top:1px solid var(--edge)}
    h3{font-size:1rem;margin:0 0 2px}
    p{margin:8px 0;max-width:72ch}
    ul{margin:8px 0;padding-left:22px;max-width:72ch}
    a{color:var(--link)}
    .question{font-size:1.1rem;color:var(--soft)}
    .answer{font-size:1.15rem;line-height:1.45;margin:14px 0 8px}
    .basis{color:var(--soft)}
    .verdict{display:block;border-left:5px solid;padding:8px 14px;background:var(--card);margin:16px 0;
    border-radius:0 6px 6px 0}
    .verdict strong{font-size:1.1rem}
    .v-kept{color:var(--kept)}.v-missed{color:var(--missed)}.v-undecided{color:var(--undecided)}
    .verdict span{color:var(--ink)}
    dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:8px 20px;margin:16px 0}
    dl.facts div{min-width:0}dl.facts .long{grid-column:1/-1}
    dt{font-size:.8rem;color:var(--soft)}
    dd{margin:0;overflow-wrap:anywhere}
    pre{background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:10px 12px;margin:8px 0;
    white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    nav{margin:18px 0 0;font-size:.92rem}
    nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 18px;max-width:none}
    figure{margin:18px 0 26px}
    figcaption p{color:var(--soft);margin:0 0 10px;font-size:.95rem}
    .scroll{overflow-x:auto;position:relative;left:50%;transform:translateX(-50%);width:max-content;min-width:100%;
    max-width:max(100%,min(1230px,calc(100vw - 50px)))}
    table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;margin:8px 0}
    th,td{text-align:left;vertical-align:top;padding:4px 14px 4px 0;border-bottom:1px solid var(--grid);
    max-width:34em;overflow-wrap:normal}
    th{color:var(--soft);font-weight:600;border-bottom-color:var(--edge)}
    td.n,th.n{text-align:right;white-space:nowrap}
    td.w,th.w{white-space:normal;min-width:11em}
    td:not(.n){min-width:6em}td:first-child:not(.n){min-width:9em}td:nth-child(n+4):last-child:not(.n){min-width:11em}
    details{margin:8px 0}
    summary{cursor:pointer;color:var(--link);font-size:.92rem;padding:4px 0}
    footer{color:var(--soft);font-size:.85rem;margin-top:50px;padding-bottom:40px}
    svg{display:block;max-width:100%;height:auto;overflow:visible;font-size:12px}
    .phone{display:none}
    svg .t{fill:currentColor;font-size:12px;paint-order:stroke;stroke:var(--page);stroke-width:3px;
    stroke-linejoin:round}
    svg .axis,svg .change{fill:var(--soft)}
    svg .target{fill:var(--ink)}
    svg .value{font-variant-numeric:tabular-nums}
    svg .grid{stroke:var(--grid)}svg .rule{stroke:var(--soft)}
    svg .line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round;stroke-dasharray:var(--d)}
    svg .band{fill:var(--c);opacity:.16}
    svg .bar{fill:var(--c)}svg .dot{fill:var(--c)}
    svg .interval{stroke:var(--c);stroke-width:2.5}
    svg .whisker{stroke:var(--ink);stroke-width:1.5}
    svg line.target{stroke:var(--ink);stroke-dasharray:5 4}
    svg line.change{stroke:var(--s2);stroke-width:1.5;stroke-dasharray:2 3}
    svg .limit{stroke:var(--ink);stroke-width:2.5}
    svg .heat{fill:var(--s1);opacity:0}
    svg .h0{opacity:.06}svg .h1{opacity:.13}svg .h2{opacity:.2}svg .h3{opacity:.27}svg .h4{opacity:.34}
    svg .h5{opacity:.41}svg .h6{opacity:.48}
    svg .allowed{fill:var(--allowed)}svg .arrow{fill:var(--ink)}
    svg .unsure{--c:var(--soft)}
    svg .kept{--c:var(--kept)}svg .missed{--c:var(--missed)}svg .undecided{--c:var(--undecided)}
    .s1{--c:var(--s1);--d:none}.s2{--c:var(--s2);--d:7 3}.s3{--c:var(--s3);--d:2 3}
    .s4{--c:var(--s4);--d:9 3 2 3}.s5{--c:var(--s5);--d:4 2}.s6{--c:var(--s6);--d:12 4}
    @media(max-width:640px){main,header,footer{padding:0 14px}header{padding-top:18px}h1{font-size:1.4rem}
    .desk{display:none}.phone{display:block}dl.facts{grid-template-columns:1fr 1fr}
    .stack,.stack tbody{display:block;width:100%}.stack thead{display:none}.stack tr{display:block;border-bottom:1px solid var(--edge);padding:6px 0}
    .stack td:not(.id),.stack td.n{display:flex;justify-content:space-between;gap:12px;border:0;padding:1px 0;
    text-align:right;white-space:normal}.stack td::before{content:attr(data-l);color:var(--soft);text-align:left}
    td.id,th.id{display:none}table:not(.stack) td{white-space:nowrap}
    table:not(.stack) td:last-child:not(.n){white-space:normal;min-width:11em;padding-right:0}
    table:not(.stack) :is(th,td):first-child{position:sticky;left:0;background:var(--page);min-width:7em;max-width:12em;
    white-space:normal;overflow-wrap:break-word}
    table.long :is(th,td):first-child{min-width:12em}}
    details details{margin-left:1em}
    @media print{:root{color-scheme:light}body{font-size:11pt}nav{display:none}
    summary{list-style:none;color:var(--ink);font-weight:600;break-after:avoid}
    figure,svg,tr{break-inside:avoid}details.endless:not([open]){display:none}h2,h3,figcaption{break-after:avoid}
    details:not(.endless)::details-content{content-visibility:visible}
    .desk{display:block}.phone{display:none}.scroll{overflow:visible;position:static;transform:none}}
    """
}
