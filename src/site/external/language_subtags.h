// Generated from the IANA language subtag registry, File-Date 2025-08-25
// (https://www.iana.org/assignments/language-subtag-registry), without subtags of private use.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hrefkit::site {

// clang-format off

/// Languages of two letters, in lower case, each with a space behind it.
inline constexpr std::string_view registered_languages =
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs "
    "cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha "
    "he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv jw ka kg ki kj "
    "kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr "
    "ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro "
    "ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl "
    "tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";

/// Those of three letters: bit 26 * (26 * a + b) + c for the letters a, b and c, counted from 0.
inline constexpr std::array<std::uint64_t, 275> registered_long_languages{
    0xdbbfffeffefdfdff, 0x573c1ff7fafefffb, 0x70fffffff873976f, 0x728505cfffff03bf,
    0x77ffffff7ffdffe9, 0xe3ffffffffffffff, 0x7a0abc4dffffffe9, 0xfff7fffeffffffbe,
    0xf0f1f42bdfffffff, 0xeddf2007149fe75d, 0xffeebff821c93f9f, 0xffff7fffffffffff,
    0xf7fffffffd7fffff, 0xe7ffffffffffff7f, 0xffffefffffffffbf, 0xdfffffffffbfffff,
    0xffff7ffbfff3ffff, 0xf7fffffbfffffeff, 0xdf7ffffffffdffff, 0xffdffffffeffffff,
    0xfffffefffffbdfff, 0xd5fdbf7ff7ffffff, 0x2c43c19cff407fad, 0x8000445000412508,
    0xd64542b49ff2ffbb, 0x5717e77bf788349b, 0xeff37f371c0e7d55, 0x10000865385dff9f,
    0x377fffffffbfffbc, 0x8101ffdfc7c73e, 0x3000020008005b0, 0x7dffd02192000040,
    0x640200045efedeff, 0x227bdfc1198d, 0xf3d9e526de6ddf00, 0xc41149fcffdfffe,
    0x5f67c7f000d10086, 0x3efedb75e99d6, 0x57da77c000000002, 0xfff47bd62e016d92,
    0x560c010000007f7f, 0x16512714b0000003, 0x491110000001000a, 0x1000000010600000,
    0x580100004440000, 0x428800005000018, 0x3564102dd5500000, 0x3cde2bfd5f55324,
    0x40008000, 0x9957dd0139170400, 0x8240010008a79821, 0x200000004000000,
    0xfeb0000044004001, 0x4000000020039ab, 0x4000200000000000, 0x200000004,
    0x5a88310, 0x8000408a6042004, 0x4086310800005081, 0xf503004000000000,
    0xe000000004081003, 0x1100800013b33b, 0x0, 0xffffffffff000000,
    0x27dfffc0a283cfdf, 0xc5b2201003e51fef, 0xdff9df039b2545a6, 0xe3810e019048d403,
    0x6dff7ff338db5493, 0x10008047ffffff9, 0x4f850ffd5f3c1221, 0xd6fffdff04004044,
    0xda337f41be8, 0xf000840702797b20, 0x81041800fe7fff, 0x11c9410800000,
    0x400401000000000, 0x400ca5feb408, 0xfff060006c042491, 0x6edf9f051cf67ffb,
    0x540000000110003, 0x510400042882b6b5, 0x50809053ffdffe2, 0x100000000040,
    0x6c02a1000000000c, 0x8047c020881448e7, 0x244050cc00000007, 0x2000102040844785,
    0xeeecd90011885002, 0xeb590e69111d3750, 0x10400520000833, 0x5dd6499644500000,
    0x1000fb974783a7, 0x100454000800008, 0x846008040010002, 0x169dc439f7ebf8,
    0xa2dd202001040c00, 0x441200000001, 0x800413959df01004, 0xf010004016d00100,
    0x4a0102d24c6290, 0xc020000208000446, 0x800068000, 0x80215efd8f000,
    0x110000000000100, 0xe3d7ff0000001000, 0xff7ffffffffffffd, 0xfffffffffffffeff,
    0xfffffbffdfffffff, 0xfffffefffffffddb, 0xffffffffffffffff, 0xffffffdcffdffffd,
    0xfffbfeffffffffff, 0xfffeffffffffffff, 0xfffffffffffffffd, 0xffffffffffffffef,
    0xffdfddfd7bffffff, 0xfff007ff2c0598bc, 0x1f7dc30008007fff, 0x447f7cfff072e606,
    0x57fffd1e7b9f3022, 0xf7951ef2ff3ffff2, 0x200002018047ffff, 0x116ef9df8a9f5540,
    0x34077fffbd05187, 0x100040005c58d105, 0xb77b800a20000204, 0xfffffffffffefefd,
    0xffff7fffffffefff, 0xf7ffffffffffffff, 0xff7fffff7fdfffff, 0xfbffffbdffefffff,
    0xf7fffd7fdfffffff, 0xfffbfffffff7ffff, 0xdf7fffffffffffef, 0xfffffffff7efbfff,
    0x7ffffffeffffffff, 0xfdfffcffffffffff, 0xfffeffbe9fffff7f, 0xffff0482027ff77f,
    0xfff7ffffefd7ffff, 0xfd56fff7ffe79ee2, 0xffefffffffffffcd, 0xc40651a70f7dfffd,
    0xfffdffa6af5dd097, 0x203fffffff5b5d63, 0x4df565c251570014, 0x5c58542dfffffe2,
    0x508106974002204, 0x6010041, 0x10405605100, 0xf192011800201106,
    0xed570695066b67fd, 0x406204837b9d4dfb, 0x8354000000421500, 0xf7df46c98e105ff9,
    0x9000000020003113, 0x100a0000000000, 0x7dbffddff0004001, 0x61841442bfffcfbe,
    0x490002047a5dffb0, 0xefbff1edff27142d, 0xfc1ee0c70200003f, 0xfff7fdf7fbfdffbb,
    0x107ff447edf5fcff, 0xf9ddf7ff7fc40101, 0x3dbd77f5ef86055f, 0x4000427143000000,
    0x8241943010000, 0x0, 0x0, 0x0,
    0x0, 0x0, 0x0, 0x0,
    0x0, 0x5d13ee57e7bdef00, 0x800117fa2140c109, 0xbffffef000000000,
    0x8000020002300, 0x10e3b53000, 0x8330020100162411, 0x48118301005001a3,
    0x12ffffdff0000000, 0x20800052d87f10aa, 0x202144000000000, 0x9c5f61104210403d,
    0x20025c0100000031, 0x20014200010000, 0x3fffffffffdfbf00, 0xffffafffbdcfdedf,
    0xfdeffdf110404b7f, 0xf17fffdffbfffff7, 0xf7eeff7fff7ff17b, 0xfdffdfffdbffbfef,
    0x9f76816fff57bf7e, 0xfefbfffffffdf7dc, 0x18505fef5f575fff, 0xf159f159ffffe62,
    0x7ef7f592a17dc67d, 0xffddfdffffffffff, 0x98403fff5ff6fdff, 0xdffef6f3ffe3ff02,
    0xbc7b153ed07fdfff, 0xf7fffff7ffffbeff, 0xfdd7f7dffeffff7f, 0xffffffc5bf802fef,
    0xbffdffffffff9fff, 0xdbf8ff771f467fdf, 0xa07beab9167dcf5d, 0x482404023000201e,
    0x406d440000004, 0x609300004000400, 0x24000000080050, 0xf4dd758dc100004,
    0xa4ad56416f14f54, 0x80040000240, 0x4148581febffdc00, 0x224012300004a024,
    0x1000, 0xbf10108000000001, 0x100936f, 0x2d80c0000000,
    0xa00000000, 0x100010002c286c0, 0x79fff012000218ff, 0xa00000025003f,
    0x1000400000000000, 0x1000020290003, 0x1000000008300, 0x0,
    0x7ecfffffff000000, 0x46019200001011be, 0x14300001005ef1cd, 0x7a3ff60401105504,
    0x75552080b0000405, 0x43d578cc71df7d97, 0x1146757f5, 0x60541fdbf72c0000,
    0x1ba388b10056883, 0x442400300000, 0xf000000102310310, 0x78d670bcd7d7fff5,
    0x41e984a40550157a, 0x407452396b000000, 0x20000926a9030e8, 0xeff453857fffefff,
    0x42f54cc7ddf2ffff, 0x56c080001ffffffc, 0xffef7d37fb9f16cc, 0x5d01184401afa4bd,
    0x80e0302850084a4e, 0x6fffffff00242010, 0x116402a880601fe, 0x100000013e2b1501,
    0xbfe1010202456990, 0xd1a7dc10000003bf, 0xb36e8ffddf449e54, 0x803d30d8c3d42055,
    0x84c511f44c000000, 0xdbbf7f502200506f, 0x1045b28410200007, 0x11021200004406,
    0x891602057ffdfff0, 0x30c100008000000, 0x2802308300000000, 0x2423c0330084,
    0xf154c8463ae4cb00, 0x50840101167fffff, 0x4000010ffffffc07, 0xe140121c01013810,
    0x1003081676, 0x2422000000000001, 0x80400a,
};

/// Scripts, in lower case, each with a space behind it.
inline constexpr std::string_view registered_scripts =
    "adlm afak aghb ahom arab aran armi armn avst bali bamu bass batk beng berf bhks blis "
    "bopo brah brai bugi buhd cakm cans cari cham cher chis chrs cirt copt cpmn cprt cyrl "
    "cyrs deva diak dogr dsrt dupl egyd egyh egyp elba elym ethi gara geok geor glag gong "
    "gonm goth gran grek gujr gukh guru hanb hang hani hano hans hant hatr hebr hira hluw "
    "hmng hmnp hntl hrkt hung inds ital jamo java jpan jurc kali kana kawi khar khmr khoj "
    "kitl kits knda kore kpel krai kthi lana laoo latf latg latn leke lepc limb lina linb "
    "lisu loma lyci lydi mahj maka mand mani marc maya medf mend merc mero mlym modi mong "
    "moon mroo mtei mult mymr nagm nand narb nbat newa nkdb nkgb nkoo nshu ogam olck onao "
    "orkh orya osge osma ougr palm pauc pcun pelm perm phag phli phlp phlv phnx piqd plrd "
    "prti psin ranj rjng rohg roro runr samr sara sarb saur seal sgnw shaw shrd shui sidd "
    "sidt sind sinh sogd sogo sora soyo sund sunu sylo syrc syre syrj syrn tagb takr tale "
    "talu taml tang tavt tayo telu teng tfng tglg thaa thai tibt tirh tnsa todr tols toto "
    "tutg ugar vaii visp vith wara wcho wole xpeo xsux yezi yiii zanb zinh zmth zsye zsym "
    "zxxx zyyy zzzz ";

/// Regions, in lower case, each with a space behind it.
inline constexpr std::string_view registered_regions =
    "001 002 003 005 009 011 013 014 015 017 018 019 021 029 030 034 035 039 053 054 057 061 142 143 145 150 "
    "151 154 155 202 419 aa ac ad ae af ag ai al am an ao aq ar as at au aw ax az ba bb "
    "bd be bf bg bh bi bj bl bm bn bo bq br bs bt bu bv bw by bz ca cc cd cf cg ch "
    "ci ck cl cm cn co cp cq cr cs cu cv cw cx cy cz dd de dg dj dk dm do dz ea ec "
    "ee eg eh er es et eu ez fi fj fk fm fo fr fx ga gb gd ge gf gg gh gi gl gm gn "
    "gp gq gr gs gt gu gw gy hk hm hn hr ht hu ic id ie il im in io iq ir is it je "
    "jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma "
    "mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf "
    "ng ni nl no np nr nt nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re "
    "ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz "
    "ta tc td tf tg th tj tk tl tm tn to tp tr tt tv tw tz ua ug um un us uy uz va "
    "vc ve vg vi vn vu wf ws yd ye yt yu za zm zr zw zz ";

// clang-format on

}  // namespace hrefkit::site
